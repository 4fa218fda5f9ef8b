// SPDX-License-Identifier: Apache-2.0
int plain();
int tuned();
int elsewhere();

int main() { return 25 * plain() + 5 * tuned() + elsewhere(); }
