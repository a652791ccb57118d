// Keeps libsignal's prints of whole sessions out of the output of the tests.
const chatter =
  /^(Closing |Opening session|Removing old|Session already|Decrypted message with closed|Failed to decrypt message|Session error)/

for (const level of ['log', 'info', 'warn', 'error'] as const) {
  const print = console[level].bind(console)
  console[level] = (...parts: unknown[]) => {
    if (typeof parts[0] !== 'string' || !chatter.test(parts[0])) print(...parts)
  }
}
