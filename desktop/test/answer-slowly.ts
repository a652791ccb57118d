// Answers of a server that a test lets go one by one, and the moment at which all that follows from one has happened.

export interface SlowAnswers {
  answerWith: (result: object, init?: ResponseInit) => Response
  bodyOf: (request: Request) => Promise<string>
  /** Lets everything run that waits for nothing but the loop and bodies. Timers would wait four milliseconds each. */
  settle: () => Promise<void>
}

/** A browser reads bodies outside the loop: these say when they are read. */
export function createSlowAnswers(): SlowAnswers {
  let bodies = 0
  const whileRead = async (body: Promise<string>): Promise<string> => {
    bodies++
    return body.finally(() => bodies--)
  }
  return {
    answerWith: (result, init) => {
      const response = Response.json(result, init)
      const text = response.text.bind(response)
      return Object.assign(response, { text: () => whileRead(text()) })
    },
    bodyOf: (request) => whileRead(request.text()),
    settle: async () => {
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
