// Updates of the app: what there is, what is new in it, and whether this is a moment to restart.
import { z } from 'zod'
import { channel, notice } from './channel.ts'

const notes = z.array(z.string())
/** What is new, point by point. */
const releaseNotes = z.object({ pt: notes, en: notes, es: notes })
export type ReleaseNotes = z.infer<typeof releaseNotes>

/**
 * `managed`: IT decides. `not-installed`: this copy cannot be replaced where it lies. `no-feed`: it was built without an
 * address for updates. `unpacked`: it runs from its sources.
 */
export const offReasons = ['managed', 'not-installed', 'no-feed', 'unpacked'] as const
export type OffReason = (typeof offReasons)[number]

/** `damaged`: what came is not what was announced. */
const updateProblem = z.enum(['unreachable', 'damaged', 'failed'])
export type UpdateProblem = z.infer<typeof updateProblem>

const updateState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off'), why: z.enum(offReasons) }),
  /** `checkedAt`: milliseconds since 1970 of the last answer; null before the first. */
  z.object({ kind: z.literal('idle'), checkedAt: z.number().nullable(), problem: updateProblem.nullable() }),
  z.object({ kind: z.literal('checking') }),
  z.object({ kind: z.literal('downloading'), version: z.string(), percent: z.number().int() }),
  /** `isDoneOnQuit`: leaving the app installs it as well. */
  z.object({ kind: z.literal('ready'), version: z.string(), notes: releaseNotes, isDoneOnQuit: z.boolean() })
])
export type UpdateState = z.infer<typeof updateState>

export const readUpdate = channel('updates:read', [], updateState)
/** Looks now; the answer is the state after it, the download may still run. */
export const checkForUpdate = channel('updates:check', [], updateState)

export const busyReasons = ['recording', 'writing', 'sending'] as const
export type BusyReason = (typeof busyReasons)[number]
/** What a restart would break off; nothing when the list is empty. */
export const reportBusy = channel('updates:busy', [z.array(z.enum(busyReasons)).max(busyReasons.length)], z.void())

const installAnswer = z.enum(['installing', 'busy', 'not-ready', 'failed'])
/** Installs what is ready and starts the app again; refused while the console is busy. */
export const installUpdate = channel('updates:install', [], installAnswer)

export const updateChanged = notice('updates:changed', updateState)
