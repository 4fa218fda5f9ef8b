// SPDX-License-Identifier: Apache-2.0
// Empty: the header under test is included, twice, from the command line.
