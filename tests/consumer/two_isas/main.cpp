// SPDX-License-Identifier: Apache-2.0
// Calls the units; the order of their objects on the command line decides whose weak functions the linker keeps.
bool plain();
bool wide();

int main() { return plain() && wide() ? 0 : 1; }
