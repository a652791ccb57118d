// How much the loss tests send: all of it, unless somebody asks for less (or more) on a slow machine.

/** A positive whole number from the environment. Errors: for anything else. */
function countOf(name: string, usual: number): number {
  const given = process.env[name]
  if (given === undefined || given === '') return usual
  const count = Number(given)
  if (!Number.isInteger(count) || count < 1) throw new Error(`${name} is no number of messages: ${given}`)
  return count
}

/** Messages of customers a run. */
export const inboundSize = countOf('LOSS_MESSAGES', 2_000)
/** Replies of attendants a run. */
export const outboundSize = countOf('LOSS_REPLIES', 300)
/** Messages of customers that webhooks tell of a run. */
export const webhookSize = countOf('LOSS_EVENTS', 240)
/** People a campaign writes to, and how often the server is killed meanwhile. */
export const campaignSize = countOf('LOSS_RECIPIENTS', 120)
export const campaignKills = countOf('LOSS_KILLS', 2)
