// Tests of names in notes.
import { expect, test } from 'vitest'
import { mentionedIn, mentionParts, nameAt, peopleNamed } from './mention-text.ts'

const ana = { id: 1, name: 'Ana' }
const anabel = { id: 2, name: 'Anabel Costa' }
const jose = { id: 3, name: 'José (noite)' }
const people = [ana, anabel, jose]

test('a name begins with an @ that stands at the beginning or behind a space, and ends with the line', () => {
  expect(nameAt('@an', 3)).toEqual({ name: 'an', start: 0 })
  expect(nameAt('oi @ana co', 10)).toEqual({ name: 'ana co', start: 3 })
  expect(nameAt('oi @ana', 2)).toBeNull()
  expect(nameAt('ana@aurora', 10)).toBeNull()
  expect(nameAt('@ana\nveja', 9)).toBeNull()
})

test('people are found by the beginning of their name and of its words, without accents', () => {
  expect(peopleNamed('an', people)).toEqual([ana, anabel])
  expect(peopleNamed('costa', people)).toEqual([anabel])
  expect(peopleNamed('jose', people)).toEqual([jose])
  expect(peopleNamed('Ana ', people)).toEqual([])
  expect(peopleNamed('', people)).toEqual(people)
})

test('a text names whom it names whole, the longest name first, whatever signs a name has', () => {
  expect(mentionedIn('@Anabel Costa e @josé (noite), vejam', people)).toEqual([anabel.id, jose.id])
  expect(mentionedIn('@ana, veja', people)).toEqual([ana.id])
  expect(mentionedIn('@Anabela', people)).toEqual([])
  expect(mentionedIn('nada', people)).toEqual([])
  expect(mentionParts('Oi @Ana!', people)).toEqual([
    { text: 'Oi ', isMention: false },
    { text: '@Ana', isMention: true },
    { text: '!', isMention: false }
  ])
})
