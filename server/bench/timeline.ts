// Where a message spends its time, from the customer's tap to the attendant's screen: the steps the server marks.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MessageStep, StepMark } from '#platform/events/message-steps.ts'
import { report, summarise } from './measure.ts'

/** A message as the bench saw it; times of `performance.now()`. */
export interface Sight {
  waId: string
  sent: number
  shown: number
}

export interface Timeline {
  /** Lets the server write its steps down. */
  env: { NODE_OPTIONS: string }
  /** Prints how long messages took from step to step. */
  print(sights: Sight[]): Promise<void>
}

const order = ['sent', 'arrived', 'decrypted', 'durable', 'taken', 'stored', 'shown'] as const
const names: Record<(typeof order)[number], string> = {
  sent: '',
  arrived: "customer's tap -> wire",
  decrypted: '-> decrypted',
  durable: '-> journal committed',
  taken: '-> picked up',
  stored: '-> stored and told',
  shown: '-> at the client'
}

/** Milliseconds after which the server has written what it marked. */
const writing = 1_000

/** Prepares the file the steps go to. */
export function followTimeline(): Timeline {
  const file = join(mkdtempSync(join(tmpdir(), 'guiche-timeline-')), 'steps.jsonl')
  writeFileSync(file, '')
  const probe = new URL('timeline-probe.ts', import.meta.url)
  probe.searchParams.set('file', file)

  const readSteps = () => {
    const steps = new Map<string, Partial<Record<MessageStep, number>>>()
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const { step, waIds, at } = JSON.parse(line) as StepMark
      for (const waId of waIds) {
        const known = steps.get(waId) ?? {}
        steps.set(waId, known)
        known[step] ??= at
      }
    }
    return steps
  }

  return {
    env: { NODE_OPTIONS: `--import=${probe.href}` },
    print: async (sights) => {
      await new Promise((resolve) => setTimeout(resolve, writing))
      const steps = readSteps()
      const { timeOrigin } = performance
      const times = sights.map(({ waId, sent, shown }) => ({
        sent: timeOrigin + sent,
        ...steps.get(waId),
        shown: timeOrigin + shown
      }))
      order.forEach((step, index) => {
        const before = order[index - 1]
        if (!before) return
        const waits = times.flatMap(({ [step]: end, [before]: start }) =>
          end === undefined || start === undefined ? [] : [end - start]
        )
        report(`   ${names[step]}`, { ...summarise(waits) })
      })
    }
  }
}
