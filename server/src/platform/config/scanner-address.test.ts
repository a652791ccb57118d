// Where clamd listens, as operators write it; everything else stops the start with a sentence.
import { expect, test } from 'vitest'
import { BadConfiguration, readConfig } from './env.ts'

test.for([
  ['tcp://127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['tcp://clamd', { host: 'clamd', port: 3310 }],
  ['tcp://[::1]:4000/', { host: '::1', port: 4000 }],
  ['unix:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['unix:///run/clam%20av/clamd.ctl', { path: '/run/clam av/clamd.ctl' }]
] as const)('%s', ([text, address]) => {
  expect(readConfig({ VIRUS_SCANNER: text }).virusScanner).toEqual(address)
})

test('unset or empty there is none', () => {
  expect(readConfig({}).virusScanner).toBeUndefined()
  expect(readConfig({ VIRUS_SCANNER: '' }).virusScanner).toBeUndefined()
})

test.for([
  'on',
  '127.0.0.1:3310',
  'http://127.0.0.1:3310',
  'tcp://',
  'tcp://clamd:0',
  'tcp://clamd:99999',
  'tcp://clamd:3310/a',
  'tcp://me:secret@clamd',
  'tcp://clamd?x=1',
  'unix://run/clamd.ctl',
  'unix:///',
  'unix:'
])('%s is refused', (text) => {
  expect(() => readConfig({ VIRUS_SCANNER: text })).toThrow(BadConfiguration)
  expect(() => readConfig({ VIRUS_SCANNER: text })).toThrow('VIRUS_SCANNER: takes where clamd listens')
})
