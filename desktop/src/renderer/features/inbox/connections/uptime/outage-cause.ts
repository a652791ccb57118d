// Why a connection was without WhatsApp, as far as people can tell the reasons apart.
import type { OutageReason } from '@guiche/shared/features/inbox/connection-uptime.ts'

const told = ['logged-out', 'replaced', 'banned', 'refused', 'network', 'no-answer', 'server-down'] as const

/** `restart`: the session was on its way again, and nothing else is known. */
export const causeOf = (reason: OutageReason | null): (typeof told)[number] | 'restart' =>
  told.find((one) => one === reason) ?? 'restart'
