// A listener of Baileys that fails takes nothing with it.
import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { guardListeners } from './socket.ts'

it('catches what asynchronous listeners throw and keeps the order of all', async () => {
  const emitter = new EventEmitter()
  const seen: string[] = []
  emitter.on('frame', () => void seen.push('first'))
  emitter.on('frame', async (text: string) => {
    seen.push(text)
    throw new Error('bad frame')
  })
  emitter.once('frame', () => void seen.push('once'))
  emitter.on('plain', () => void seen.push('plain'))
  const plain = emitter.rawListeners('plain')
  const errors: unknown[][] = []
  guardListeners(emitter, (event, error) => errors.push([event, (error as Error).message]))
  emitter.emit('frame', 'second')
  emitter.emit('frame', 'again')
  await new Promise((resolve) => setImmediate(resolve))
  expect(seen).toEqual(['first', 'second', 'once', 'first', 'again'])
  expect(errors).toEqual([
    ['frame', 'bad frame'],
    ['frame', 'bad frame']
  ])
  expect(emitter.rawListeners('plain')).toEqual(plain)
})
