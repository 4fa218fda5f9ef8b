// SPDX-License-Identifier: Apache-2.0
int plain();
int tuned();

int main() { return 10 * plain() + tuned(); }
