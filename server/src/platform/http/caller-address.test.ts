// Addresses as sockets and proxies write them, and the proxies that are trusted.
import { expect, test } from 'vitest'
import { networkOf, plainAddress } from './caller-address.ts'
import { proxyTrust, upgradeAddress } from './trust-proxy.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['[2001:DB8::1]:443', '2001:db8:0:0:0:0:0:1'],
  ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
  ['::1', '0:0:0:0:0:0:0:1'],
  ['unknown', null],
  ['', null],
  ['203.0.113.7.8', null],
  ['<script>', null]
])('%s is %s', (text, address) => {
  expect(plainAddress(text)).toBe(address)
})

test('one line of IPv6 is one caller, however its addresses are written', () => {
  const lines = ['2001:db8::1:2:3:4', '2001:db8::9:2:3:4', '2001:db8:0:0:5::'].map((text) =>
    networkOf(plainAddress(text) ?? '')
  )
  expect(new Set(lines)).toEqual(new Set(['2001:db8:0:0']))
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
})

test('a number of proxies counts from one’s own network on, never from the internet', () => {
  const trust = proxyTrust(2) as (address: string, hop: number) => boolean
  for (const own of ['127.0.0.1', '::1', '::ffff:172.18.0.1', '10.0.0.9', 'fd00::1']) expect(trust(own, 0)).toBe(true)
  for (const foreign of ['203.0.113.7', '2001:db8::1', '8.8.8.8', '']) expect(trust(foreign, 0)).toBe(false)
  expect([trust('203.0.113.7', 1), trust('203.0.113.7', 2)]).toEqual([true, false])
  expect([proxyTrust(false), proxyTrust(['loopback'])]).toEqual([false, ['loopback']])
})

test('an upgrade has the address that a call through the same proxies has', () => {
  const from = (remoteAddress: string, forwarded?: string) =>
    ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as never
  expect(upgradeAddress(false)(from('::ffff:203.0.113.7', '8.8.8.8'))).toBe('203.0.113.7')
  expect(upgradeAddress(1)(from('127.0.0.1', '8.8.8.8, 203.0.113.7'))).toBe('203.0.113.7')
  expect(upgradeAddress(1)(from('203.0.113.7', '8.8.8.8'))).toBe('203.0.113.7')
  expect(upgradeAddress(['loopback'])(from('::1', '203.0.113.7'))).toBe('203.0.113.7')
  expect(upgradeAddress(['10.0.0.0/8'])(from('127.0.0.1', '203.0.113.7'))).toBe('127.0.0.1')
  expect(upgradeAddress(1)(from('127.0.0.1', 'lixo'))).toBe('127.0.0.1')
})
