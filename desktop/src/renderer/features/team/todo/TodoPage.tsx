// The to-do screen: tasks of one's own with a date, kept in this browser.
import { useRef, useState, type FormEvent } from 'react'
import { Badge, Button, Group, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatCalendar, formatNumber } from '#platform/text/format.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { EditActions } from '#ui/forms/EditActions.tsx'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { addTask, isWhole, removeTask, saveTask, useTasks, type Task } from './todo.store.ts'
import classes from './todo.module.css'

const none = { text: '', endDate: '' }

const byDate = (a: Task, b: Task): number =>
  a.endDate.localeCompare(b.endDate) || a.createdAt.localeCompare(b.createdAt)

/** Today on this computer, where the tasks are. */
function today(): string {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** Tasks of other clients may hold a date in another form. */
function dateText(endDate: string): string {
  const day = endDate.slice(0, 10)
  return Number.isNaN(Date.parse(day)) ? endDate : formatCalendar(day, { dateStyle: 'medium' })
}

interface TaskRowProps {
  task: Task
  onEdit: () => void
  onDelete: () => void
}

function TaskRow({ task, onEdit, onDelete }: TaskRowProps) {
  const { t } = useTranslation('todo')
  const day = task.endDate.slice(0, 10)
  return (
    <li className={classes['task']} data-row>
      <div className={classes['text']}>
        <Text dir="auto">{task.text}</Text>
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            {t('until', { date: dateText(task.endDate) })}
          </Text>
          {day === today() && <Badge size="sm">{t('today')}</Badge>}
          {day < today() && (
            <Badge size="sm" color="red">
              {t('overdue')}
            </Badge>
          )}
        </Group>
      </div>
      <EditActions name={task.text.slice(0, 60)} onEdit={onEdit} onDelete={onDelete} />
    </li>
  )
}

export function TodoPage() {
  const { t } = useTranslation(['todo', 'words'])
  const tasks = useTasks((state) => state.tasks)
  const [draft, setDraft] = useState(none)
  /** When the task that is edited was made; null for a new one. */
  const [edited, setEdited] = useState<string | null>(null)
  const [doomed, setDoomed] = useState<Task | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const begin = () => {
    setDraft(none)
    setEdited(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole(draft)) return
    try {
      if (edited === null) addTask(draft)
      else saveTask(edited, draft)
      begin()
      field.current?.focus()
    } catch {
      notify.error(t('storageFull'))
    }
  }
  const edit = ({ text, endDate, createdAt }: Task) => {
    setDraft({ text, endDate: endDate.slice(0, 10) })
    setEdited(createdAt)
    field.current?.focus()
  }
  const remove = ({ createdAt }: Task) => {
    removeTask(createdAt)
    if (createdAt === edited) begin()
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        text={tasks.length > 0 ? t('count', { count: tasks.length, formatted: formatNumber(tasks.length) }) : t('hint')}
      />
      <Stack gap="lg" maw={720}>
        <Paper component="form" withBorder p="md" onSubmit={submit}>
          <Stack gap="sm">
            <Textarea
              ref={field}
              label={t('text')}
              autosize
              minRows={2}
              maxRows={8}
              maxLength={2000}
              value={draft.text}
              onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
            />
            <Group align="flex-end" gap="xs">
              <TextInput
                type="date"
                label={t('endDate')}
                value={draft.endDate}
                onChange={(event) => setDraft({ ...draft, endDate: event.currentTarget.value })}
              />
              <Button type="submit">{t(edited === null ? 'words:add' : 'words:save')}</Button>
              {edited !== null && (
                <Button variant="default" onClick={begin}>
                  {t('words:cancel')}
                </Button>
              )}
            </Group>
          </Stack>
        </Paper>
        {tasks.length === 0 ? (
          <EmptyState icon={IconChecklist} title={t('words:emptyList')} text={t('emptyText')} />
        ) : (
          <ul className={classes['list']} aria-label={t('title')}>
            {tasks.toSorted(byDate).map((task) => (
              <TaskRow key={task.createdAt} task={task} onEdit={() => edit(task)} onDelete={() => setDoomed(task)} />
            ))}
          </ul>
        )}
      </Stack>
      {doomed !== null && (
        <ConfirmDialog
          title={t('deleteTitle')}
          text={t('deleteText')}
          confirmLabel={t('words:delete')}
          onConfirm={() => remove(doomed)}
          onClose={() => setDoomed(null)}
        />
      )}
    </>
  )
}
