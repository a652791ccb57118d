// A server whose calls wait until a test has them processed and answered, and the moment at which all that follows has happened.
import { asOfHeader } from '@guiche/shared/kernel/as-of.ts'

/** What an answer says of its age: nothing, a number that what it reads may be newer than, or the very one. */
export type Says = 'nothing' | 'before' | 'exactly'

/** A call that waits for its answer; a write is done when it is processed. */
interface Waiting {
  process: () => void
  answer: (isRefused: boolean) => void
}

interface Company {
  says: Says
  /** Number of the company's last event. */
  seq: () => number
}

/** What a call does on the server: its result, null where there is nothing of what it names. */
type Work = (call: { method: string; url: URL; body: string }) => object | null

/** A browser reads bodies outside the loop: `settle` waits for them. */
export function createSlowAnswers({ says, seq }: Company) {
  let bodies = 0
  let waiting: Waiting[] = []
  const whileRead = async (body: Promise<string>): Promise<string> => {
    bodies++
    return body.finally(() => bodies--)
  }
  const answerWith = (result: object, init: ResponseInit): Response => {
    const response = Response.json(result, init)
    const text = response.text.bind(response)
    return Object.assign(response, { text: () => whileRead(text()) })
  }
  const at = (index: number): Waiting | undefined => waiting[index % Math.max(1, waiting.length)]
  return {
    /** Answers when the test lets it. */
    hold: async (request: Request, work: Work): Promise<Response> => {
      const { method } = request
      let age = seq()
      const body = method === 'GET' ? '' : await whileRead(request.text())
      return new Promise((resolve) => {
        let result: object | null | undefined
        const process = () => {
          if (result !== undefined) return
          if (says === 'exactly') age = seq()
          result = work({ method, url: new URL(request.url), body })
        }
        const answer = (isRefused: boolean) => {
          if (isRefused) return resolve(answerWith({ error: 'ERR_INTERNAL' }, { status: 500 }))
          process()
          if (!result) return resolve(answerWith({ error: 'ERR_NO_TICKET_FOUND' }, { status: 404 }))
          const saysAge = method === 'GET' && says !== 'nothing'
          resolve(answerWith(result, { headers: saysAge ? { [asOfHeader]: String(age) } : {} }))
        }
        waiting.push({ process, answer })
      })
    },
    processOne: (index: number) => at(index)?.process(),
    takeWaiting: (index: number): Waiting | undefined => {
      const found = at(index)
      waiting = waiting.filter((one) => one !== found)
      return found
    },
    /** Lets everything run that waits for nothing but the loop and bodies. Timers would wait four milliseconds each. */
    settle: async (): Promise<void> => {
      const { port1, port2 } = new MessageChannel()
      // One that was broken off is never read.
      for (let turn = 0, quiet = 0; quiet < 12 && turn < 300; turn++, quiet = bodies === 0 ? quiet + 1 : 0) {
        await new Promise((resolve) => {
          port1.onmessage = resolve
          port2.postMessage(null)
        })
      }
      port1.close()
    }
  }
}
