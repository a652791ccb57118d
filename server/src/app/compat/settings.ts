// Settings: rows of a table, with ids and times.
import {
  listSettings,
  settingEvent,
  settingKeys,
  updateSetting,
  type Setting
} from '@guiche/shared/features/org/settings.ts'
import type { Ctx } from '#platform/ctx.ts'
import { companyFacts, type CompanyFacts } from './row-facts.repo.ts'
import { answerOf, eventOf } from './translation.ts'

/** Keys of one company at the most: its settings have the ids behind its own number. */
const idsOfCompany = 1_000

/** Our rows have no number of their own: it is made of the company's and of the key's place. */
const idOf = (companyId: number, key: string): number =>
  companyId * idsOfCompany + settingKeys.findIndex((known) => known === key) + 1

/** Settings of a company as rows. */
export function settingRows(companyId: number, settings: readonly Setting[], facts: CompanyFacts | undefined) {
  return settings.map(({ key, value }) => ({
    id: idOf(companyId, key),
    key,
    value,
    companyId,
    createdAt: facts?.createdAt,
    updatedAt: facts?.settingTimes.get(key) ?? facts?.createdAt
  }))
}

const rowsOf = async (ctx: Ctx, companyId: number, settings: readonly Setting[]) =>
  settingRows(companyId, settings, (await companyFacts(ctx.db, [companyId])).get(companyId))

export const settingTranslations = {
  answers: [
    answerOf(listSettings, (settings, { ctx, reader }) => rowsOf(ctx, reader.companyId, settings)),
    answerOf(updateSetting, async (setting, { ctx, reader }) => (await rowsOf(ctx, reader.companyId, [setting]))[0])
  ],
  events: [
    eventOf(settingEvent, async (ctx, message) => {
      const [setting] = await rowsOf(ctx, message.companyId, [message.payload.setting])
      return [{ ...message, payload: { ...message.payload, setting } }]
    })
  ]
}
