// Every setting of the company with its control; a change is saved at once.
import { useState } from 'react'
import { NumberInput, Select, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { settingValues, type SettingKey } from '@guiche/shared/features/org/settings.ts'
import { notify } from '#platform/device/notify.ts'
import { changeSetting, useSetting } from './settings.store.ts'
import classes from './settings.module.css'

type ListedKey = Exclude<SettingKey, 'chatBotType' | 'asaas' | 'hoursCloseTicketsAuto' | 'campaignsEnabled'>

/** In the order of the screen. A key that is missing here does not compile. */
const places: Record<ListedKey, number> = {
  scheduleType: 1,
  CheckMsgIsGroup: 2,
  call: 3,
  sendGreetingAccepted: 4,
  sendMsgTransfTicket: 5,
  sendGreetingMessageOneQueues: 6,
  userRating: 7,
  chatBotLanguage: 8,
  outageMail: 9,
  severalLogins: 10
}
const listed = (Object.keys(places) as ListedKey[]).sort((a, b) => places[a] - places[b])

function useSave() {
  const { t } = useTranslation('settings')
  return (key: SettingKey, value: string) =>
    void changeSetting(key, value).then(() => notify.success(t('updated')), notify.error)
}

function Row({ name, children }: { name: SettingKey; children: React.ReactNode }) {
  const { t } = useTranslation('settings')
  return (
    <div className={classes['row']}>
      <div>
        <Text fw={500}>{t(`name_${name as ListedKey}`)}</Text>
        <Text size="xs" c="dimmed">
          {t(`hint_${name as ListedKey}`)}
        </Text>
      </div>
      {children}
    </div>
  )
}

function Choice({ name }: { name: ListedKey }) {
  const { t } = useTranslation('settings')
  const value = useSetting(name)
  const save = useSave()
  return (
    <Row name={name}>
      <Select
        aria-label={t(`name_${name}`)}
        data={settingValues[name].map((one) => ({
          value: one,
          label: t((name === 'scheduleType' ? `hours_${one}` : `value_${one}`) as 'value_enabled')
        }))}
        value={value}
        allowDeselect={false}
        onChange={(chosen) => chosen !== null && chosen !== value && save(name, chosen)}
      />
    </Row>
  )
}

function CloseHours() {
  const { t } = useTranslation('settings')
  const value = useSetting('hoursCloseTicketsAuto')
  const [typed, setTyped] = useState<string | number | null>(null)
  const save = useSave()
  const leave = () => {
    if (typed !== null && typed !== '' && String(typed) !== value) save('hoursCloseTicketsAuto', String(typed))
    setTyped(null)
  }
  return (
    <Row name="hoursCloseTicketsAuto">
      <NumberInput
        aria-label={t('name_hoursCloseTicketsAuto')}
        min={0}
        max={9999}
        allowDecimal={false}
        allowNegative={false}
        value={typed ?? Number(value)}
        onChange={setTyped}
        onBlur={leave}
        onKeyDown={(event) => event.key === 'Enter' && leave()}
      />
    </Row>
  )
}

export function OptionsTab() {
  return (
    <Stack gap={0} className={classes['page'] ?? ''}>
      {listed.map((name) => (
        <Choice key={name} name={name} />
      ))}
      <CloseHours />
    </Stack>
  )
}
