// The grammar of OUTGOING_ALLOW, and whom an entry lets through to where.
import { describe, expect, test } from 'vitest'
import { networksOpenTo, readRule } from './outgoing-rules.ts'

test.each([
  ['10.1.2.3:5678', { companyId: null, host: '10.1.2.3', port: 5678 }],
  ['12@10.1.2.0/24:443', { companyId: 12, host: '10.1.2.0/24', port: 443 }],
  ['127.0.0.1:*', { companyId: null, host: '127.0.0.1', port: null }],
  ['[fd00::1]:8080', { companyId: null, host: 'fd00::1', port: 8080 }],
  ['[fd00::]/64:443', { companyId: null, host: 'fd00::/64', port: 443 }],
  ['3@N8N.intra:5678', { companyId: 3, host: 'n8n.intra', port: 5678 }]
])('%s is an entry', (text, rule) => expect(readRule(text)).toEqual(rule))

test.each([
  '10.1.2.3',
  '10.1.2.0/24',
  '10.1.2.3:0',
  '10.1.2.3:70000',
  '10.0.0.0/33:80',
  'a@10.1.2.3:80',
  ':80',
  '1.2.3:80',
  '*:80'
])('%s is none: host and port are named', (text) => expect(readRule(text)).toBeNull())

describe('an entry', () => {
  const rules = ['7@10.1.2.0/24:5678', 'n8n.intra:443']
  test.each([
    [{ companyId: 7, host: '10.1.2.3', port: 5678 }, ['10.1.2.0/24']],
    [{ companyId: 7, host: '10.1.2.3', port: 22 }, []],
    [{ companyId: 8, host: '10.1.2.3', port: 5678 }, []],
    [{ companyId: 8, host: 'n8n.intra', port: 443 }, ['0.0.0.0/0', '::/0']],
    [{ companyId: 8, host: 'n8n.intra', port: 5432 }, []],
    [{ companyId: 8, host: 'other.intra', port: 443 }, []]
  ])('opens to %o: %o', (destination, networks) => expect(networksOpenTo(rules, destination)).toEqual(networks))
})
