// What is told of a login, by the header of its client.
import { expect, it } from 'vitest'
import { loginOrigin } from './login-origin.ts'

const at = new Date('2026-03-02T17:32:00Z')
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36'

it.each([
  [windows, 'Chrome', 'Windows'],
  [`${windows} Edg/149.0.0.0`, 'Edge', 'Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox', 'Linux'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1', 'Safari', 'iOS'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Guiche/1.0 Chrome/148.0 Electron/42.0 Safari/537.36',
    'Guichê',
    'macOS'
  ],
  ['axios/1.7 <b>your bank</b>', null, null],
  [undefined, null, null]
])('%s', (agent, browser, system) => {
  expect(loginOrigin(agent, '189.6.1.2', at)).toEqual({
    at: '2026-03-02T17:32:00.000Z',
    address: '189.6.1.2',
    browser,
    system
  })
})
