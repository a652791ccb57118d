// Attributes of the refresh cookie, by where server and console are.
import { expect, it } from 'vitest'
import { cookieAttributes } from './refresh-cookie.ts'

it.each([
  ['http://localhost:3000', [], 'http', false, 'lax'],
  ['http://desk.lan', ['http://console.lan'], 'http', false, 'lax'],
  ['https://desk.example', [], 'http', true, 'lax'],
  ['http://desk.lan', [], 'https', true, 'lax'],
  ['https://desk.example', ['https://console.example'], 'https', true, 'none']
] as const)(
  'at %s with consoles at %j over %s: secure %s, same site %s',
  (publicUrl, corsOrigins, protocol, secure, sameSite) => {
    const attributes = cookieAttributes({ publicUrl, corsOrigins: [...corsOrigins] }, protocol)
    expect(attributes).toEqual({ path: '/', httpOnly: true, secure, sameSite })
  }
)
