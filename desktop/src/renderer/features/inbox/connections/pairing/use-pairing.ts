// What the dialog of a connection shows of pairing by code: the number to type, the code, or the QR code as always.
import { useState } from 'react'
import {
  renewSession,
  requestPairingCode,
  type Connection,
  type ConnectionPairing
} from '@guiche/shared/features/inbox/connections.ts'
import { call } from '#platform/net/http.ts'

export interface Pairing {
  view: 'qr' | 'number' | 'code'
  /** Digits the code is for, empty before. */
  number: string
  /** The code, while it can be typed. */
  code: string
  expiresAt: string | null
  problem: ConnectionPairing['problem']
  /** Lets the number be typed. */
  type(): void
  /** Asks for a code for a number of digits. Errors: ApiError. */
  ask(number: string): Promise<void>
  /** Back to the QR code, from wherever. Errors: ApiError. */
  back(): Promise<void>
}

export function usePairing(connection: Connection | null): Pairing {
  const told = connection?.pairing ?? null
  const [isTyping, setTyping] = useState(false)
  /** The problem was read. */
  const [isRead, setRead] = useState(false)
  /** What was told when a code was asked for; until something else is told the code is on its way. */
  const [asked, setAsked] = useState<{ number: string; before: ConnectionPairing | null } | null>(null)
  const isOnItsWay = asked !== null && asked.before === told
  const shown = isOnItsWay ? null : told
  const hasCode = isOnItsWay || (shown !== null && (shown.problem === null || !isRead))
  const id = connection?.id ?? 0
  return {
    view: isTyping ? 'number' : hasCode ? 'code' : 'qr',
    number: (isOnItsWay ? asked.number : told?.number) ?? '',
    code: shown?.code ?? '',
    expiresAt: shown?.expiresAt ?? null,
    problem: shown?.problem ?? null,
    type: () => setTyping(true),
    ask: async (number) => {
      await call(requestPairingCode, { params: { id }, body: { number } })
      setAsked({ number, before: told })
      setRead(false)
      setTyping(false)
    },
    back: async () => {
      // A code that still waits for its phone goes with what it was asked on.
      if (!isTyping && hasCode && (shown?.problem ?? null) === null) await call(renewSession, { params: { id } })
      setAsked(null)
      setRead(true)
      setTyping(false)
    }
  }
}
