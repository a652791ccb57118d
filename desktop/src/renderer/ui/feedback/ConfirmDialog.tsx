// Asks before something that cannot be taken back.
import { useRef, useState, type ReactNode } from 'react'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/device/notify.ts'
import { useDialogLife } from '../forms/use-dialog-life.ts'

interface ConfirmDialogProps {
  title: string
  text: ReactNode
  /** A verb that says what happens. */
  confirmLabel: string
  /** Said instead of `Cancel`. */
  cancelLabel?: string
  isDangerous?: boolean
  /** A third way out, which closes the dialog. */
  other?: { label: string; onClick: () => void } | undefined
  /** True while what is asked is not known yet. */
  isDisabled?: boolean
  /** The dialog stays open, with the error as a toast, when this rejects. */
  onConfirm: () => Promise<unknown> | void
  onClose: () => void
}

/** Mount it to open it; `onClose` is called when it has gone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, confirmLabel, isDangerous = true, onConfirm, onClose } = props
  const { t } = useTranslation()
  const life = useDialogLife(onClose)
  const [isBusy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
      life.close()
    } catch (error) {
      notify.error(error)
      setBusy(false)
      // A button that is at work loses the focus.
      requestAnimationFrame(() => button.current?.focus())
    }
  }
  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape}
      title={title}
      centered
      size="sm"
    >
      <Stack gap="lg">
        <Text component="div">{text}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={life.close} data-autofocus>
            {props.cancelLabel ?? t('cancel')}
          </Button>
          {props.other && (
            <Button
              variant="default"
              onClick={() => {
                props.other?.onClick()
                life.close()
              }}
            >
              {props.other.label}
            </Button>
          )}
          <Button
            ref={button}
            {...(isDangerous && { color: 'red' })}
            loading={isBusy}
            disabled={props.isDisabled ?? false}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
