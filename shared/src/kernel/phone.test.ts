// Phone numbers: digits, both spellings of a Brazilian mobile number, and how people read them.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { completePhone, digitsOf, formatPhone, isPhoneNumber, spellingsOf } from './phone.ts'

test.each([
  ['+55 (11) 98765-4321', '5511987654321'],
  ['11 9 8765 4321', '11987654321'],
  ['', ''],
  ['ramal', '']
])('the digits of %j are %j', (typed, digits) => expect(digitsOf(typed)).toBe(digits))

test.each([
  ['(11) 98765-4321', '5511987654321'],
  ['011 98765-4321', '5511987654321'],
  ['11 3456-7890', '551134567890'],
  ['11 8765-4321', '551187654321'],
  ['5511987654321', '5511987654321'],
  ['0055 11 98765-4321', '5511987654321'],
  ['+34 912 345 678', '34912345678'],
  ['+1 212 555 1234', '12125551234'],
  ['12125551234', '12125551234'],
  ['351912345678', '351912345678'],
  ['98765-4321', '987654321'],
  ['', '']
])('%j in a sheet is the number %j', (typed, digits) => expect(completePhone(typed)).toBe(digits))

test.each([
  ['1234567', false],
  ['12345678', true],
  ['123456789012345', true],
  ['1234567890123456', false],
  ['+5511987654321', false],
  ['', false]
])('%j is a number: %j', (digits, is) => expect(isPhoneNumber(digits)).toBe(is))

describe('spellings', () => {
  test.each([
    ['5511987654321', ['5511987654321', '551187654321']],
    ['551187654321', ['551187654321', '5511987654321']],
    // A landline begins with 2 to 5 and has no ninth digit.
    ['551134567890', ['551134567890']],
    ['5511934567890', ['5511934567890']],
    ['351912345678', ['351912345678']],
    ['55', ['55']]
  ])('of %s are %j', (digits, spellings) => expect(spellingsOf(digits)).toEqual(spellings))

  test('lead to one another, whichever is known first', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^55\d{2}[2-9]\d{7,8}$/), (digits) => {
        for (const spelling of spellingsOf(digits)) {
          expect(spellingsOf(spelling).toSorted()).toEqual(spellingsOf(digits).toSorted())
        }
      })
    )
  })
})

test.each([
  ['5511987654321', '+55 (11) 98765-4321'],
  ['551134567890', '+55 (11) 3456-7890'],
  ['351912345678', '+351912345678'],
  ['', '']
])('%j is read as %j', (digits, shown) => expect(formatPhone(digits)).toBe(shown))
