// Hidden numbers: what is left of them, and how a text is known that has one.
import { expect, test } from 'vitest'
import { hiddenNumber, holdsHiddenNumber } from './hidden-number.ts'
import { digitsOf, formatPhone } from './phone.ts'

test.each([
  ['5511987651234', '+55 (11) 9••••-••34'],
  ['+55 (11) 98765-1234', '+55 (11) 9••••-••34'],
  ['551134561234', '+55 (11) ••••-••34'],
  ['351912345678', '+351 ••••••78'],
  ['34912345678', '+34 ••••••78'],
  ['12125551234', '+1 ••••••34'],
  ['123', '••••••'],
  ['', '']
])('%j shows as %j', (number, shown) => {
  expect(hiddenNumber(number)).toBe(shown)
  expect(formatPhone(shown)).toBe(shown)
  expect(holdsHiddenNumber(`Ligue para ${shown}.`)).toBe(shown !== '')
  // What is typed in full again is another text.
  expect(holdsHiddenNumber(number)).toBe(false)
  expect(digitsOf(shown).length).toBeLessThan(8)
})
