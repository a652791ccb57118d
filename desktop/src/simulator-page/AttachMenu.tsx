// What may go out besides a text: files, samples, places and cards, and the cases that seldom happen.
import { useRef, useState } from 'react'
import { Menu } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChartBar,
  IconCopy,
  IconDeviceMobile,
  IconEye,
  IconFile,
  IconId,
  IconMapPin,
  IconMicrophone,
  IconMusic,
  IconPaperclip,
  IconPhoto,
  IconSticker,
  IconSwitchHorizontal,
  IconTemplate,
  IconVideo,
  type Icon
} from '@tabler/icons-react'
import type { MediaKind } from '../../../server/simulator/types.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { ContactDialog, LocationDialog, PollDialog } from './ContentDialogs.tsx'
import { send, sendDraftWith, sendFile, sendMedia } from './send.ts'
import { isGroup, useCustomer, useSimulator, writeAsOwner, writerOf } from './simulator.store.ts'

const dialogs = { location: LocationDialog, contact: ContactDialog, poll: PollDialog }

const fileKinds = [
  ['photo', IconPhoto, 'image', 'image/*'],
  ['video', IconVideo, 'video', 'video/*'],
  ['document', IconFile, 'document', ''],
  ['audio', IconMusic, 'audio', 'audio/*']
] as const

const asked = [
  ['location', IconMapPin],
  ['contact', IconId],
  ['poll', IconChartBar]
] as const

const samples = [
  ['sticker', IconSticker, 'sticker', 'sticker'],
  ['sampleVoice', IconMicrophone, 'audio', 'voice'],
  ['samplePhoto', IconPhoto, 'image', 'picture'],
  ['sampleVideo', IconVideo, 'video', 'video'],
  ['sampleDocument', IconFile, 'document', 'document']
] as const

/** The way of writing that this customer does not use. */
function useOtherAddress(): 'pn' | 'lid' {
  const customer = useCustomer(useSimulator(writerOf))
  return customer?.addressing === 'lid' ? 'pn' : 'lid'
}

interface ItemProps {
  label: string
  icon: Icon
  onClick: () => void
}

function Item({ label, icon: Sign, onClick }: ItemProps) {
  return (
    <Menu.Item leftSection={<Sign size={18} stroke={1.6} />} onClick={onClick}>
      {label}
    </Menu.Item>
  )
}

export function AttachMenu() {
  const { t } = useTranslation('simulator')
  const other = useSimulator((state) => state.other)
  const isOwner = useSimulator((state) => state.isOwner)
  const address = useOtherAddress()
  const [dialog, setDialog] = useState<keyof typeof dialogs | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const kind = useRef<MediaKind>('document')
  const choose = (type: MediaKind, accept: string) => {
    kind.current = type
    if (!input.current) return
    input.current.accept = accept
    input.current.click()
  }
  const template = () => void send({ type: 'template', text: useSimulator.getState().draft.trim() || t('template') })
  const special: [string, Icon, () => void][] = [
    [t('twice'), IconCopy, () => void sendDraftWith({ copies: 2 })],
    [t('brokenOnce'), IconAlertTriangle, () => void sendDraftWith({ broken: 'once' })],
    [t('brokenAlways'), IconAlertTriangle, () => void sendDraftWith({ broken: 'always' })],
    [t('otherAddress'), IconSwitchHorizontal, () => void sendDraftWith({ address })],
    [t('viewOnce'), IconEye, () => void sendMedia({ type: 'image', viewOnce: true })],
    [t('template'), IconTemplate, template],
    [t('unknown'), IconAlertTriangle, () => void send({ type: 'unknown' })]
  ]
  if (!isGroup(other)) {
    special.push([t(isOwner ? 'writeAsCustomer' : 'writeAsOwner'), IconDeviceMobile, () => writeAsOwner(!isOwner)])
  }
  const Dialog = dialog && dialogs[dialog]
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file) void sendFile(kind.current, file)
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
      <Menu position="top-start" width={300}>
        <Menu.Target>
          <IconButton label={t('attach')} icon={IconPaperclip} />
        </Menu.Target>
        <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
          {fileKinds.map(([label, icon, type, accept]) => (
            <Item key={label} label={t(label)} icon={icon} onClick={() => choose(type, accept)} />
          ))}
          {asked.map(([name, icon]) => (
            <Item key={name} label={t(name)} icon={icon} onClick={() => setDialog(name)} />
          ))}
          <Menu.Label>{t('samples')}</Menu.Label>
          {samples.map(([label, icon, type, sample]) => (
            <Item key={label} label={t(label)} icon={icon} onClick={() => void sendMedia({ type, sample })} />
          ))}
          <Menu.Label>{t('special')}</Menu.Label>
          {special.map(([label, icon, act]) => (
            <Item key={label} label={label} icon={icon} onClick={act} />
          ))}
        </Menu.Dropdown>
      </Menu>
      {Dialog && <Dialog onClose={() => setDialog(null)} />}
    </>
  )
}
