// What stands under the field of an open ticket: emoji, files, the signature, a voice note, and sending.
import { memo } from 'react'
import { Switch, Tooltip } from '@mantine/core'
import { IconBold, IconItalic, IconList, IconMicrophone } from '@tabler/icons-react'
import { remember } from '#platform/state/local-store.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { EmojiButton } from '#ui/conversation/EmojiButton.tsx'
import type { Format } from '#ui/conversation/formatting.ts'
import { SendButton } from '#ui/conversation/SendButton.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { AttachButton } from './AttachButton.tsx'
import classes from './composer.module.css'

/** Drawn anew only when it changes, and not with every key. */
const Sign = memo(({ isOn, isDisabled }: { isOn: boolean; isDisabled: boolean }) => {
  const { t } = useTranslation('composer')
  return (
    <Tooltip label={t('signHint')}>
      <div className={classes['sign']}>
        <Switch
          size="xs"
          label={t('sign')}
          checked={isOn}
          disabled={isDisabled}
          onChange={(event) => remember('signOption', event.currentTarget.checked)}
        />
      </div>
    </Tooltip>
  )
})

const formats = [
  { format: 'bold', icon: IconBold, keys: 'Ctrl+B' },
  { format: 'italic', icon: IconItalic, keys: 'Ctrl+I' },
  { format: 'list', icon: IconList, keys: 'Ctrl+Shift+8' }
] as const

/** The field keeps the focus and what is selected in it. */
const FormatBar = memo(({ isDisabled, onFormat }: { isDisabled: boolean; onFormat: (format: Format) => void }) => {
  const { t } = useTranslation('composer')
  return (
    <div className={classes['formats']} onMouseDown={(event) => event.preventDefault()}>
      {formats.map(({ format, icon, keys }) => (
        <IconButton
          key={format}
          label={`${t(format)} (${keys})`}
          aria-label={t(format)}
          icon={icon}
          disabled={isDisabled}
          onClick={() => onFormat(format)}
        />
      ))}
    </div>
  )
})

interface ComposerToolsProps {
  canWrite: boolean
  canSend: boolean
  isEditing: boolean
  isSigning: boolean
  onEmoji: (emoji: string) => void
  /** The same function at every drawing. */
  onFormat: (format: Format) => void
  onFiles: (files: File[]) => void
  onRecord: () => void
  onSend: () => void
  /** The field takes the focus back. */
  onFocus: () => void
}

export function ComposerTools(props: ComposerToolsProps) {
  const { canWrite, canSend, isEditing, isSigning, onEmoji, onFormat, onFiles, onRecord, onSend, onFocus } = props
  const { t } = useTranslation('composer')
  return (
    <div className={classes['tools']}>
      <EmojiButton isDisabled={!canWrite} onChoose={onEmoji} onClosed={onFocus} />
      <AttachButton isDisabled={!canWrite || isEditing} onChoose={onFiles} />
      <FormatBar isDisabled={!canWrite} onFormat={onFormat} />
      <Sign isOn={isSigning} isDisabled={!canWrite || isEditing} />
      <span className={classes['gap']} />
      {canWrite && !canSend && !isEditing && (
        <IconButton label={t('record')} icon={IconMicrophone} onClick={onRecord} />
      )}
      {canWrite && <SendButton label={t(isEditing ? 'saveEdit' : 'send')} isDisabled={!canSend} onClick={onSend} />}
    </div>
  )
}
