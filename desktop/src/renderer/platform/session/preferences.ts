// What a person has chosen for themselves: theirs on every machine. It holds here at once and goes to the server when it can.
import {
  noPreferences,
  preferencesPatch,
  savePreferences,
  type Preferences,
  type PreferencesPatch
} from '@guiche/shared/features/org/preferences.ts'
import type { Language } from '@guiche/shared/kernel/languages.ts'
import { z } from 'zod'
import { call } from '../net/http.ts'
import { onOnline } from '../net/realtime.ts'
import { localValue, remember } from '../state/local-store.ts'
import { changeLanguage } from '../text/i18n.ts'
import { useSession } from './session.ts'

const storageKey = 'preferencesToSave'

/** What the server has not been told yet; `userId` null: chosen at the login, for whoever signs in next. */
const unsavedSchema = z.object({ userId: z.number().nullable(), chosen: preferencesPatch })
type Unsaved = z.infer<typeof unsavedSchema>

function readUnsaved(): Unsaved | null {
  try {
    return unsavedSchema.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

function keepUnsaved(unsaved: Unsaved | null): void {
  try {
    if (unsaved === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(unsaved))
  } catch {
    // A full or forbidden storage: the choice holds on this computer.
  }
}

const ownId = (): number | null => useSession.getState().user?.id ?? null

/** Tells the server what it does not know; what cannot be told now is told when the line is back. */
async function save(): Promise<void> {
  const unsaved = readUnsaved()
  const id = ownId()
  if (unsaved === null || id === null || unsaved.userId !== id) return
  const sent = JSON.stringify(unsaved)
  try {
    await call(savePreferences, { body: unsaved.chosen })
  } catch {
    return
  }
  // Something else may have been chosen meanwhile.
  if (JSON.stringify(readUnsaved()) === sent) keepUnsaved(null)
}

/** Keeps a choice of the person. */
export function choose(part: PreferencesPatch): void {
  const id = ownId()
  const before = readUnsaved()
  const chosen = { ...(before?.userId === id ? before.chosen : {}), ...part }
  keepUnsaved({ userId: id, chosen })
  if (part.firstSteps !== undefined) remember('firstSteps', part.firstSteps)
  void save()
}

/** Speaks a language from now on, here and wherever the person signs in. */
export async function chooseLanguage(language: Language): Promise<void> {
  await changeLanguage(language)
  choose({ language })
}

/** Somebody has signed in: what they chose at the login holds for them, and else what they chose before. */
function adopt(known: Preferences): void {
  const id = ownId()
  const unsaved = readUnsaved()
  const isTheirs = unsaved !== null && (unsaved.userId === null || unsaved.userId === id)
  if (unsaved !== null) keepUnsaved(isTheirs ? { userId: id, chosen: unsaved.chosen } : null)
  const chosen = isTheirs ? unsaved.chosen : {}
  const language = chosen.language ?? known.language
  remember('firstSteps', chosen.firstSteps ?? known.firstSteps)
  if (language !== null && language !== localValue('language')) void changeLanguage(language)
  void save()
}

useSession.subscribe(({ user, phase }, before) => {
  if (phase !== 'in' || user === null) return
  if (before.user?.preferences !== user.preferences || before.phase !== 'in')
    adopt({ ...noPreferences, ...user.preferences })
})
onOnline(() => void save())
