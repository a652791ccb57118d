// The tree, the editor and the trial of one queue beside one another; in a narrow window the trial is a tab.
import { useEffect, useRef, useState } from 'react'
import { Button, Tabs } from '@mantine/core'
import { IconMessageChatbot, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Queue } from '@guiche/shared/features/org/queues.ts'
import { isNarrowNow, useIsNarrow } from '#platform/device/narrow.ts'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import classes from './chatbot.module.css'
import { OptionEditor } from './OptionEditor.tsx'
import { OptionTree } from './OptionTree.tsx'
import { nodeIn, treeOf, type Edited } from './option-tree.ts'
import { useQueueOptions } from './queue-options.store.ts'
import { Trial } from './Trial.tsx'
import { trialOptionId, useTrial } from './use-trial.ts'
import { useUnsaved } from './use-unsaved.tsx'

export function Chatbot({ queue }: { queue: Queue }) {
  const { t } = useTranslation('chatbot')
  const items = useQueueOptions((state) => state.items)
  const tree = treeOf(items)
  const isNarrow = useIsNarrow()
  const [edited, setEdited] = useState<Edited>(null)
  const unsaved = useUnsaved()
  const trial = useTrial(queue.id)
  const editor = useRef<HTMLElement>(null)

  const [first] = tree
  const node = edited !== null && 'id' in edited ? nodeIn(tree, edited.id) : null
  // Where somebody else deletes it, the editor goes with it; what was typed cannot be kept for an option that is gone.
  const shown: Edited = edited !== null && 'id' in edited && !node ? null : edited
  const shownId = shown !== null && 'id' in shown ? shown.id : null
  useEffect(() => {
    if (shownId === null || !isNarrowNow()) return
    editor.current?.scrollIntoView({ block: 'start' })
  }, [shownId])

  const focusTitle = () => requestAnimationFrame(() => editor.current?.querySelector('input')?.focus())
  const edit = (next: Edited, isByKey = false) => {
    const isOpen = next !== null && 'id' in next && next.id === shownId
    const go = () => {
      if (!isOpen) setEdited(next)
      if (isByKey) focusTitle()
    }
    if (isOpen) go()
    else unsaved.leave(go)
  }
  const finish = (next: Edited) => {
    setEdited(next)
    const id = next !== null && 'id' in next ? next.id : null
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-option="${id}"]`)?.focus())
  }
  const addFirst = () => edit({ parentId: null, after: null })
  const workplace =
    first === undefined && shown === null ? (
      <EmptyState
        icon={IconMessageChatbot}
        title={t('emptyTitle')}
        text={t('noOptions')}
        action={
          <Button leftSection={<IconPlus size={16} />} onClick={addFirst}>
            {t('addFirst')}
          </Button>
        }
      />
    ) : (
      <div className={classes['work']}>
        <OptionTree
          tree={tree}
          edited={shown}
          trialAt={trialOptionId(trial.state, queue.id)}
          onEdit={edit}
          onLeave={unsaved.leave}
        />
        <section ref={editor} className={classes['editor']} aria-label={t('editor')}>
          <OptionEditor
            key={shown === null ? 'none' : JSON.stringify(shown)}
            queueId={queue.id}
            node={node}
            place={shown !== null && 'parentId' in shown ? shown : null}
            onDirty={unsaved.setDirty}
            onDone={finish}
          />
        </section>
      </div>
    )
  const phone = <Trial queue={queue} trial={trial} isUnsaved={unsaved.isDirty} />
  return (
    <>
      {isNarrow ? (
        <Tabs defaultValue="options">
          <Tabs.List mb="md" grow>
            <Tabs.Tab value="options">{t('tabOptions')}</Tabs.Tab>
            <Tabs.Tab value="trial">{t('try')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="options">{workplace}</Tabs.Panel>
          <Tabs.Panel value="trial">{phone}</Tabs.Panel>
        </Tabs>
      ) : (
        <div className={classes['page']}>
          <div className={classes['builder']}>{workplace}</div>
          {phone}
        </div>
      )}
      {unsaved.question}
    </>
  )
}
