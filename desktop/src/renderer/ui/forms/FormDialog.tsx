// A dialog with a form: one column, one primary action, nothing typed lost, the first wrong field focused.
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Button, Group, Modal, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx'
import classes from './form-dialog.module.css'
import { useDialogLife } from './use-dialog-life.ts'
import { showRefusal, type DraftForm } from './use-draft-form.ts'

/** Milliseconds a submit stays busy at least, so that a double click never sends twice. */
const shortestBusy = 400

interface FormDialogProps<V> {
  title: string
  form: DraftForm<V>
  /** The dialog closes when this resolves; a rejection is shown beside its fields or as a toast. */
  onSubmit: (values: V) => Promise<void>
  onClose: () => void
  children: ReactNode
  submitLabel?: string
  size?: string
  /** Field that an error code of the server belongs to. */
  fieldOfCode?: Record<string, string>
  /** Said whenever it could not be saved, instead of the error; what a field has to do with it stands beside the field. */
  failure?: string
  /** Called with the wrong fields before the first is focused, to bring its tab to the front. */
  onInvalid?: (fields: string[]) => void
  /** Something that was typed beside the form would be lost. */
  hasUnsaved?: boolean
  /** False while Escape is meant for something that is open over the form. */
  closeOnEscape?: boolean
  /** What is shown cannot be saved; the dialog is only looked at. */
  isReadOnly?: boolean
  /** Offered to whoever leaves with changes: keeps what was typed by a submit that `onChosen` announces. */
  keeping?: { label: string; onChosen: () => void }
  /** Content left of the buttons. */
  aside?: ReactNode
  /** Buttons in the place of the usual two. */
  buttons?: (foot: { leave: () => void; isBusy: boolean }) => ReactNode
  /** True when a submit was meant for something else, such as the way to the next step; nothing is checked then. */
  takesSubmit?: () => boolean
}

/** Mount it to open it; `onClose` is called when it has gone. */
export function FormDialog<V extends Record<string, unknown>>(props: FormDialogProps<V>) {
  const { form, onSubmit, onInvalid, isReadOnly = false } = props
  const { t } = useTranslation()
  const life = useDialogLife(props.onClose)
  const [isBusy, setBusy] = useState(false)
  /** `time` only grows: a question asked while the one before goes is another dialog. */
  const [question, setQuestion] = useState({ time: 0, isAsked: false })
  const element = useRef<HTMLFormElement>(null)

  const focusFirstError = (fields: string[]) => {
    onInvalid?.(fields)
    requestAnimationFrame(() => {
      const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]:not([type="hidden"])')
      wrong?.focus()
      // With the sentence below it, which the foot would cover.
      wrong?.closest('.mantine-InputWrapper-root')?.scrollIntoView({ block: 'nearest' })
    })
  }
  const submit = async (values: V) => {
    setBusy(true)
    const rest = new Promise((done) => setTimeout(done, shortestBusy))
    try {
      await onSubmit(values)
      life.close()
    } catch (error) {
      const wrong = showRefusal(form, error, props.fieldOfCode)
      if (wrong.length > 0) focusFirstError(wrong)
      if (props.failure === undefined) notify.error(error)
      else notify.error(props.failure, { autoClose: 6_000 })
      await rest
      setBusy(false)
    }
  }
  const handle = (event: FormEvent<HTMLFormElement>) => {
    event.stopPropagation()
    if (isBusy || props.takesSubmit?.() || isReadOnly) return event.preventDefault()
    form.onSubmit(
      (values) => void submit(values),
      (errors) => focusFirstError(Object.keys(errors))
    )(event)
  }
  const isUnsaved = form.isDirty() || props.hasUnsaved === true
  // Also while the question before is still going.
  const leave = () =>
    isUnsaved && !isBusy ? setQuestion(({ time }) => ({ time: time + 1, isAsked: true })) : life.close()

  return (
    <Modal
      opened={life.opened}
      onClose={leave}
      onExitTransitionEnd={life.onExitTransitionEnd}
      title={props.title}
      size={props.size ?? 'md'}
      closeOnEscape={life.closeOnEscape && (props.closeOnEscape ?? true)}
      classNames={{ body: classes['body'] ?? '' }}
    >
      <form ref={element} noValidate onSubmit={handle} className={classes['form']}>
        <div className={classes['fields']}>
          <Stack gap="md">{props.children}</Stack>
        </div>
        <Group justify="space-between" gap="xs" className={classes['foot']}>
          <div>{props.aside}</div>
          <Group gap="xs" ml="auto">
            {props.buttons?.({ leave, isBusy }) ?? (
              <>
                <Button variant="default" onClick={leave}>
                  {t(isReadOnly ? 'close' : 'cancel')}
                </Button>
                {!isReadOnly && (
                  <Button type="submit" loading={isBusy}>
                    {props.submitLabel ?? t('save')}
                  </Button>
                )}
              </>
            )}
          </Group>
        </Group>
      </form>
      {question.isAsked && (
        <ConfirmDialog
          key={question.time}
          title={t('unsavedTitle')}
          text={t('unsavedText')}
          confirmLabel={t('discard')}
          cancelLabel={t('keepEditing')}
          other={
            props.keeping && {
              label: props.keeping.label,
              onClick: () => {
                props.keeping?.onChosen()
                element.current?.requestSubmit()
              }
            }
          }
          onConfirm={() => {
            form.resetDirty()
            life.close()
          }}
          onClose={() => setQuestion((now) => (now.time === question.time ? { ...now, isAsked: false } : now))}
        />
      )}
    </Modal>
  )
}
