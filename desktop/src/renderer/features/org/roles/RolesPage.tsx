// The roles screen: what a company has put together, and how many people have each.
import { Text } from '@mantine/core'
import { IconUserShield } from '@tabler/icons-react'
import { permissionKeys, profilePermissions, type PermissionKey } from '@guiche/shared/kernel/access.ts'
import { createRole, roleDraft, updateRole, type Role } from '@guiche/shared/features/org/roles.ts'
import { call } from '#platform/net/http.ts'
import { formatNumber } from '#platform/text/format.ts'
import { defineRecordForm } from '#ui/records/record-form.ts'
import { defineRecordScreen } from '#ui/records/RecordScreen.tsx'
import { PermissionSwitches } from './PermissionSwitches.tsx'
import { putRole, removeRole, searchedRoles } from './roles.store.ts'

interface RoleValues extends Record<string, unknown> {
  name: string
  permissions: PermissionKey[]
}

const form = defineRecordForm({
  words: 'roles',
  size: 'lg',
  asksPassword: true,
  values: (role: Role | undefined): RoleValues => ({
    name: role?.name ?? '',
    permissions: [...(role?.permissions ?? profilePermissions.user)]
  }),
  schema: roleDraft,
  fieldOfCode: { ERR_ROLE_NAME_ALREADY_EXISTS: 'name' },
  fields: [
    { name: 'name', hint: 'nameHint', withAsterisk: true, maxLength: 50 },
    {
      kind: 'own',
      render: ({ form: draft, record }) => (
        <PermissionSwitches
          isNew={record === undefined}
          value={draft.values.permissions}
          onChange={(permissions) => draft.setFieldValue('permissions', permissions)}
        />
      )
    }
  ],
  save: (body, role) => (role ? call(updateRole, { params: { id: role.id }, body }) : call(createRole, { body })),
  keep: putRole
})

const counted = ({ userCount }: Role) => ({ count: userCount, formatted: formatNumber(userCount) })

export const RolesPage = defineRecordScreen({
  words: 'roles',
  icon: IconUserShield,
  list: searchedRoles,
  columns: [
    {
      title: 'name',
      render: (role, t) => (
        <>
          <Text fw={500}>{role.name}</Text>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {role.userCount === 0 ? t('nobody') : t('peopleCount', counted(role))}
          </Text>
        </>
      )
    },
    {
      title: 'permissions',
      from: 'md',
      render: ({ permissions }, t) => (
        <Text className="g-numbers">{t('chosen', { chosen: permissions.length, total: permissionKeys.length })}</Text>
      )
    },
    {
      title: 'people',
      from: 'sm',
      render: (role, t) =>
        role.userCount === 0 ? <Text c="dimmed">{t('nobody')}</Text> : t('peopleCount', counted(role))
    }
  ],
  form,
  deleteRefusal: (role, t) => (role.userCount === 0 ? null : t('inUse', counted(role))),
  remove: ({ id }) => removeRole(id)
})
