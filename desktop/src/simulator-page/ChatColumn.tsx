// Middle column: the phone of the customer, with the chat as the customer sees it.
import { useState } from 'react'
import { Button, Group, List, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconEye, IconPhone, IconSettings, IconUsers, IconVideo, IconX } from '@tabler/icons-react'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import type { CustomerView, PhoneView } from '../../../server/simulator/types.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { Avatar } from '#ui/layout/Avatar.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { Composer } from './Composer.tsx'
import { CustomerDialog } from './CustomerDialog.tsx'
import icon from './icon.svg'
import { MessageList } from './MessageList.tsx'
import { attempt, call } from './simulator-api.ts'
import { useCustomer, useGroup, useOpenChat, usePhone, useSimulator } from './simulator.store.ts'
import classes from './chat-column.module.css'

function CustomerTools({ phone, customer }: { phone: PhoneView; customer: CustomerView }) {
  const { t } = useTranslation('simulator')
  const [isAsked, setAsked] = useState(false)
  const between = { phone: phone.number, customer: customer.id }
  const startCall = (video: boolean) => void attempt(() => call('POST', '/calls', { ...between, video }))
  return (
    <>
      <IconButton
        label={t('markRead')}
        icon={IconEye}
        onClick={() => void attempt(() => call('POST', '/read', between))}
      />
      <IconButton label={t('call')} icon={IconPhone} onClick={() => startCall(false)} />
      <IconButton label={t('videoCall')} icon={IconVideo} onClick={() => startCall(true)} />
      <IconButton label={t('settings')} icon={IconSettings} onClick={() => setAsked(true)} />
      {isAsked && <CustomerDialog customer={customer} onClose={() => setAsked(false)} />}
    </>
  )
}

function Head({ phone, name, customer }: { phone: PhoneView; name: string; customer: CustomerView | undefined }) {
  const { t } = useTranslation('simulator')
  const desk = useOpenChat()?.deskPresence
  const typing = desk === 'composing' ? t('deskTyping') : desk === 'recording' ? t('deskRecording') : ''
  return (
    <header className={classes['head']}>
      {customer ? (
        <Avatar name={name} size={38} picture={customer.hasPicture ? `/api/customers/${customer.id}/picture` : null} />
      ) : (
        <ThemeIcon variant="light" size={38} radius="xl">
          <IconUsers size={20} stroke={1.6} />
        </ThemeIcon>
      )}
      <div className={classes['words']}>
        <Text fw={600} truncate>
          {name}
        </Text>
        <Text size="xs" c={typing ? 'var(--mantine-color-anchor)' : 'dimmed'} truncate>
          {typing || t('writesTo', { name: phone.name, number: formatPhone(phone.number) })}
        </Text>
      </div>
      {customer && <CustomerTools phone={phone} customer={customer} />}
    </header>
  )
}

/** The newest call of this chat, until somebody has seen how it ended. */
function CallBar() {
  const { t } = useTranslation(['simulator', 'words'])
  const [seen, setSeen] = useState('')
  const current = useSimulator(({ calls, phone, other }) =>
    calls.findLast((one) => one.phone === phone && one.customer === other)
  )
  if (!current || current.id === seen) return null
  const end = (reason: string) => void attempt(() => call('POST', `/calls/${current.id}/end`, { reason }))
  const Sign = current.video ? IconVideo : IconPhone
  return (
    <Group role="status" gap="xs" className={classes['call'] ?? ''} data-state={current.state}>
      <Sign size={18} stroke={1.6} aria-hidden />
      <Text flex={1}>{t(`call_${current.state}`)}</Text>
      {current.state === 'ringing' ? (
        <>
          <Button variant="default" size="compact-sm" onClick={() => end('timeout')}>
            {t('letTimeOut')}
          </Button>
          <Button color="red" size="compact-sm" onClick={() => end('ended')}>
            {t('hangUp')}
          </Button>
        </>
      ) : (
        <IconButton label={t('words:close')} icon={IconX} size="md" onClick={() => setSeen(current.id)} />
      )}
    </Group>
  )
}

function Welcome() {
  const { t } = useTranslation('simulator')
  const isReady = useSimulator(({ phones, customers }) => phones.length > 0 && customers.length > 0)
  return (
    <Stack align="center" justify="center" className={classes['welcome'] ?? ''}>
      <img src={icon} alt="" width={64} height={64} />
      {isReady ? (
        <Text c="dimmed">{t('chooseChat')}</Text>
      ) : (
        <>
          <Text fw={600}>{t('firstSteps')}</Text>
          <List type="ordered" size="sm">
            <List.Item>{t('step1')}</List.Item>
            <List.Item>{t('step2')}</List.Item>
            <List.Item>{t('step3')}</List.Item>
          </List>
        </>
      )}
    </Stack>
  )
}

export function ChatColumn() {
  const phone = usePhone()
  const other = useSimulator((state) => state.other)
  const customer = useCustomer(other)
  const name = useGroup()?.subject ?? customer?.name
  return (
    <section className={classes['column']} data-column="chat">
      <div className={classes['handset']}>
        {phone && name !== undefined ? (
          <>
            <Head phone={phone} name={name} customer={customer} />
            <CallBar />
            <MessageList key={`${phone.number}/${other}`} />
            <Composer />
          </>
        ) : (
          <Welcome />
        )}
      </div>
    </section>
  )
}
