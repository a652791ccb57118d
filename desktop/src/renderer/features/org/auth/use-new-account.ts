// The end of a form that makes an account: whoever filled it in is signed in, or led to the sign-in.
import { useState } from 'react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { notify } from '#platform/device/notify.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { signIn } from '#platform/session/session.ts'
import { showRefusal, type DraftForm } from '#ui/forms/use-draft-form.ts'
import { focusFirstError } from './focus-first-error.ts'

type Submitted = Parameters<typeof focusFirstError>[0]

interface NewAccount<V> {
  form: DraftForm<V>
  /** Fields at which refusals of the server stand, by their code. */
  fieldOfCode: Record<string, string>
  /** Said where the account is made and the sign-in fails: whoever sent the form again would be refused. */
  doneText: string
}

/** `make` makes the account and answers the address it signs in with; null where a mail has to be answered first. */
export function useNewAccount<V>({ form, fieldOfCode, doneText }: NewAccount<V>) {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: Submitted, password: string, make: () => Promise<string | null>) => {
    setBusy(true)
    let account: string | null
    try {
      account = await make()
    } catch (error) {
      setBusy(false)
      notify.error(error)
      if (showRefusal(form, error, fieldOfCode).length > 0) focusFirstError(event)
      return
    }
    if (account === null) return setBusy(false)
    try {
      await signIn(account, password)
    } catch {
      notify.success(doneText)
      void navigate(pages.login)
    }
  }
  return { isBusy, submit }
}
