// Every setting of the company in its section, found by its words; a change is saved at once.
import { useState, type ReactNode } from 'react'
import { Button, NumberInput, Select, Stack, Switch, Text, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  isRetentionKey,
  isShorter,
  type RetentionKey,
  type RetentionMonths
} from '@guiche/shared/features/org/retention.ts'
import {
  isNumberKey,
  settingNumbers,
  settingValues,
  type NumberKey,
  type SettingKey
} from '@guiche/shared/features/org/settings.ts'
import { notify } from '#platform/device/notify.ts'
import { plain } from '#platform/text/plain.ts'
import { SearchField } from '#ui/forms/SearchField.tsx'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { RetentionDialog } from './RetentionDialog.tsx'
import { changeSetting, useSetting } from './settings.store.ts'
import classes from './settings.module.css'

type ListedKey = Exclude<SettingKey, 'chatBotType' | 'asaas' | 'campaignsEnabled'>
type ChosenKey = Exclude<ListedKey, NumberKey | RetentionKey>

const sections = ['service', 'messages', 'team', 'security', 'data'] as const
type Section = (typeof sections)[number]

/** The section of each, in the order of the screen. A key that is missing here does not compile. */
const places: Record<ListedKey, Section> = {
  scheduleType: 'service',
  hoursCloseTicketsAuto: 'service',
  CheckMsgIsGroup: 'service',
  call: 'service',
  sendGreetingAccepted: 'messages',
  sendMsgTransfTicket: 'messages',
  sendGreetingMessageOneQueues: 'messages',
  userRating: 'messages',
  chatBotLanguage: 'messages',
  outageMail: 'team',
  severalLogins: 'security',
  secondFactorFor: 'security',
  secondFactorGraceDays: 'security',
  passwordOnlyClients: 'security',
  loginDays: 'security',
  loginIdleDays: 'security',
  messageMonths: 'data',
  fileMonths: 'data',
  auditMonths: 'data'
}
const listed = Object.keys(places) as ListedKey[]

/** What is on or off has a switch. */
const isOnOff = (name: ChosenKey): boolean => [...settingValues[name]].sort().join() === 'disabled,enabled'

function useSave() {
  const { t } = useTranslation('settings')
  return (key: SettingKey, value: string) =>
    void changeSetting(key, value).then(() => notify.success(t('updated')), notify.error)
}

function Row({ name, children }: { name: ListedKey; children: ReactNode }) {
  const { t } = useTranslation('settings')
  return (
    <div className={classes['row']}>
      <div>
        <Text fw={500}>{t(`name_${name}`)}</Text>
        <Text size="xs" c="dimmed">
          {t(`hint_${name}`)}
        </Text>
      </div>
      {children}
    </div>
  )
}

function Choice({ name }: { name: ChosenKey }) {
  const { t } = useTranslation('settings')
  const value = useSetting(name)
  const save = useSave()
  return (
    <Row name={name}>
      {isOnOff(name) ? (
        <Switch
          className={classes['switch'] ?? ''}
          aria-label={t(`name_${name}`)}
          checked={value === 'enabled'}
          onChange={(event) => save(name, event.currentTarget.checked ? 'enabled' : 'disabled')}
        />
      ) : (
        <Select
          aria-label={t(`name_${name}`)}
          data={settingValues[name].map((one) => ({
            value: one,
            label: t((name === 'scheduleType' ? `hours_${one}` : `value_${one}`) as 'value_pt')
          }))}
          value={value}
          allowDeselect={false}
          onChange={(chosen) => chosen !== null && chosen !== value && save(name, chosen)}
        />
      )}
    </Row>
  )
}

/** A longer period is taken at once; a shorter one says first what goes. */
function Period({ name }: { name: RetentionKey }) {
  const { t } = useTranslation('settings')
  const value = useSetting(name)
  const save = useSave()
  const [asked, setAsked] = useState<RetentionMonths | null>(null)
  const choose = (chosen: string | null) => {
    const months = settingValues[name].find((one) => one === chosen)
    if (months === undefined || months === value) return
    if (isShorter(value, months)) setAsked(months)
    else save(name, months)
  }
  return (
    <Row name={name}>
      <Select
        aria-label={t(`name_${name}`)}
        data={settingValues[name].map((one) => ({ value: one, label: t(`months_${one}`) }))}
        value={value}
        allowDeselect={false}
        onChange={choose}
      />
      {asked !== null && <RetentionDialog name={name} months={asked} onClose={() => setAsked(null)} />}
    </Row>
  )
}

/** The field of each setting. */
function Field({ name }: { name: ListedKey }) {
  if (isRetentionKey(name)) return <Period name={name} />
  return isNumberKey(name) ? <Amount name={name} /> : <Choice name={name} />
}

/** What is typed beyond the bounds becomes the nearest that is within them. */
function Amount({ name }: { name: NumberKey }) {
  const { t } = useTranslation('settings')
  const value = useSetting(name)
  const loginDays = Number(useSetting('loginDays'))
  const [typed, setTyped] = useState<string | number | null>(null)
  const save = useSave()
  const { min, max: most } = settingNumbers[name]
  const max = name === 'loginIdleDays' ? Math.min(most, loginDays) : most
  const leave = () => {
    const next = typed === null || typed === '' ? value : String(Math.min(max, Math.max(min, Number(typed))))
    if (next !== value) save(name, next)
    setTyped(null)
  }
  return (
    <Row name={name}>
      <NumberInput
        aria-label={t(`name_${name}`)}
        min={min}
        max={max}
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
  const { t } = useTranslation('settings')
  const [search, setSearch] = useState('')
  const words = plain(search.trim())
  const found = listed.filter((name) => plain(`${t(`name_${name}`)} ${t(`hint_${name}`)}`).includes(words))
  return (
    <Stack gap="lg" className={classes['page'] ?? ''}>
      <SearchField value={search} onChange={setSearch} label={t('search')} />
      {found.length === 0 && (
        <EmptyState
          icon={IconSearch}
          title={t('nothingFound')}
          text={t('nothingFoundHint')}
          action={
            <Button variant="default" mt="xs" onClick={() => setSearch('')}>
              {t('showAll')}
            </Button>
          }
        />
      )}
      {sections.map((section) => {
        const names = found.filter((name) => places[name] === section)
        return (
          names.length > 0 && (
            <section key={section} aria-label={t(`section_${section}`)}>
              <Title order={2}>{t(`section_${section}`)}</Title>
              {names.map((name) => (
                <Field key={name} name={name} />
              ))}
            </section>
          )
        )
      })}
    </Stack>
  )
}
