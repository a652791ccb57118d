// What the variables of a message say of the company and of the moment, whoever it goes to.
import type { MessageFacts } from '@guiche/shared/features/inbox/message-variables.ts'
import { defaultSetting } from '@guiche/shared/features/org/settings.ts'
import { languages } from '@guiche/shared/kernel/languages.ts'
import { serverNow } from '#platform/net/server-clock.ts'
import type { SessionUser } from '@guiche/shared/features/org/auth.ts'

/** As the server knows them: its clock, and the language that customers are spoken to in. */
export function companyFacts({ settings, timeZone, name }: SessionUser['company']): MessageFacts {
  const spoken = settings.find(({ key }) => key === 'chatBotLanguage')?.value
  return {
    now: new Date(serverNow()),
    timeZone,
    language: languages.find((one) => one === (spoken ?? defaultSetting('chatBotLanguage'))) ?? languages[0],
    company: name
  }
}
