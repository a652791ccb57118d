// What routes of users and invitations are called with.
import { makeQueue, makeUser, unique, type Company } from '../fixtures/factories.ts'
import { makeConnectionRow } from '../fixtures/make-ticket.ts'
import { makeInvitation, makePasskey, makeRole } from './route-rows.ts'

type Make = (company: Company) => Promise<Record<string, unknown>>

const invitationId: Make = async (company) => ({ id: (await makeInvitation(company))?.id })

export const peopleParams: Record<string, Make> = {
  // Of somebody else: the own one ends with the call, and whoever calls needs it for the next.
  '/auth/logins/:loginId/removal': async (company) => ({ loginId: (await makeUser(company)).sessionId }),
  '/users/:id/logins/:loginId/removal': async (company) => {
    const { id, sessionId } = await makeUser(company)
    return { id, loginId: sessionId }
  },
  '/auth/passkeys/:id': async (company) => ({ id: (await makePasskey(company))?.id }),
  '/auth/passkeys/:id/removal': async (company) => ({ id: (await makePasskey(company))?.id }),
  '/roles/:id': async (company) => ({ id: (await makeRole(company))?.id }),
  '/invitations/:id': invitationId,
  '/invitations/:id/again': invitationId
}

const credential = { id: 'eA', rawId: 'eA', type: 'public-key', response: {} }

/** None of them is right: what a matrix calls switches nothing on or off. */
const factorBodies: Record<string, Make> = {
  'PUT /auth/passkeys/:id': async () => ({ name: 'Celular' }),
  'POST /auth/login/second-factor': async () => ({ challenge: '1.1.1.lixo', code: '123456' }),
  'POST /auth/second-factor/confirmation': async () => ({ code: '123456' }),
  'POST /auth/second-factor/recovery-codes': async () => ({ code: '123456' }),
  'POST /auth/login/passkey': async () => ({ credential }),
  'POST /auth/login/passkey/app': async () => ({ credential, codeChallenge: 'c'.repeat(43) }),
  'POST /auth/login/app': async () => ({ code: 'none.ours', codeVerifier: 'v'.repeat(43) }),
  'POST /auth/passkeys': async () => ({ name: 'Celular', credential }),
  'POST /auth/second-factor/removal': async () => ({ password: 'errada', code: '123456' })
}

export const peopleBodies: Record<string, Make> = {
  'POST /audit/export': async () => ({}),
  'PUT /users/:id/work-hours': async () => ({ hours: null }),
  'PUT /users/:id/leave': async () => ({ from: '2999-01-01', until: '2999-01-02', standInId: null }),
  ...factorBodies,
  'POST /invitations': async (company) => ({ queueIds: [(await makeQueue(company)).id] }),
  'POST /roles': async () => ({ name: `Papel ${unique()}`, permissions: ['tickets:seeAll'] }),
  'PUT /roles/:id': async () => ({ name: `Papel ${unique()}`, permissions: ['dashboard:view'] }),
  'PUT /users/:id': async (company) => ({ queueIds: [(await makeQueue(company)).id] }),
  'POST /users': async (company) => {
    const n = unique()
    const place = { queueIds: [(await makeQueue(company)).id], whatsappId: (await makeConnectionRow(company)).id }
    return { name: `Pessoa ${n}`, email: `corpo${n}@empresa.test`, password: 'Senha-123', ...place }
  }
}
