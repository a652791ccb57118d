// Every permission there is as a switch, group by group.
import { useEffect } from 'react'
import { Fieldset, Group, Select, Stack, Switch, Text } from '@mantine/core'
import {
  permissionGroupNames,
  permissionGroups,
  permissionKeys,
  profilePermissions,
  profiles,
  type PermissionGroup,
  type PermissionKey
} from '@guiche/shared/kernel/access.ts'
import { useTranslation } from '#platform/text/translation.ts'
import classes from './roles.module.css'
import { ensureRoles, usePermissionName, useRoles } from './roles.store.ts'

interface SwitchesProps {
  value: readonly PermissionKey[]
  onChange: (value: PermissionKey[]) => void
}

function GroupSwitches({ group, value, onChange }: SwitchesProps & { group: PermissionGroup }) {
  const { t } = useTranslation('roles')
  const nameOf = usePermissionName()
  // One more sentence, where the name does not say it all.
  const hintOf = (key: PermissionKey) =>
    t(`hint_${key.replace(':', '_')}` as 'hint_tickets_seeAll', { defaultValue: '' }) || undefined
  const keys: readonly PermissionKey[] = permissionGroups[group]
  const chosen = keys.filter((key) => value.includes(key))
  const title = t(`group_${group}`)
  const set = (some: readonly PermissionKey[], isOn: boolean) =>
    onChange(permissionKeys.filter((key) => (some.includes(key) ? isOn : value.includes(key))))
  return (
    <Fieldset legend={title} className={classes['group'] ?? ''}>
      <Group justify="space-between" wrap="nowrap" className={classes['head'] ?? ''}>
        <Text size="xs" c="dimmed" className="g-numbers">
          {t('chosen', { chosen: chosen.length, total: keys.length })}
        </Text>
        <Switch
          size="xs"
          labelPosition="left"
          label={t('everything')}
          aria-label={t('all', { group: title })}
          checked={chosen.length === keys.length}
          onChange={(event) => set(keys, event.currentTarget.checked)}
        />
      </Group>
      <Stack gap="xs">
        {keys.map((key) => (
          <Switch
            key={key}
            labelPosition="left"
            classNames={{ body: classes['line'] ?? '' }}
            label={nameOf(key)}
            description={hintOf(key)}
            checked={value.includes(key)}
            onChange={(event) => set([key], event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}

/** What a new role starts with: what a profile may, or another role. */
function StartFrom({ onChange }: Pick<SwitchesProps, 'onChange'>) {
  const { t } = useTranslation(['roles', 'users'])
  const roles = useRoles(({ items }) => items)
  useEffect(() => void ensureRoles(), [])
  const start = (from: string | null) => {
    const role = roles.find(({ id }) => String(id) === from)
    const profile = profiles.find((one) => one === from)
    onChange([...(role?.permissions ?? (profile ? profilePermissions[profile] : []))])
  }
  return (
    <Select
      label={t('startFrom')}
      description={t('startFromHint')}
      allowDeselect={false}
      defaultValue="user"
      data={[
        { value: 'none', label: t('nobody') },
        {
          group: t('users:profiles'),
          items: profiles.map((profile) => ({ value: profile, label: t(`users:profile_${profile}`) }))
        },
        ...(roles.length === 0
          ? []
          : [{ group: t('users:roles'), items: roles.map(({ id, name }) => ({ value: String(id), label: name })) }])
      ]}
      onChange={start}
    />
  )
}

/** `isNew` offers something to start with. */
export function PermissionSwitches({ isNew, ...props }: SwitchesProps & { isNew: boolean }) {
  const { t } = useTranslation('roles')
  return (
    <>
      {isNew ? (
        <StartFrom onChange={props.onChange} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('atOnce')}
        </Text>
      )}
      <div role="group" aria-label={t('permissions')} className={classes['groups']}>
        {permissionGroupNames.map((group) => (
          <GroupSwitches key={group} group={group} {...props} />
        ))}
      </div>
    </>
  )
}
