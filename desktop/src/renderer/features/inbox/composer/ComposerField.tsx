// The element one types in, which grows with its text.
import type { ComponentPropsWithRef } from 'react'
import { Textarea } from '@mantine/core'
import classes from './composer.module.css'

/** Rows to which the field grows (spec R183). */
const mostRows = 5

/** Browsers that can let the field grow by themselves spare the measuring of every key. */
const growsByItself = CSS.supports('field-sizing', 'content')

type FieldProps = Omit<ComponentPropsWithRef<'textarea'>, 'disabled' | 'required'> & { disabled: boolean }

/** Where the browser lets it grow, the bare element: the library's would be drawn twice with every ticket that is opened. */
export function ComposerField(props: FieldProps) {
  return growsByItself ? (
    <div className={classes['field']}>
      <textarea className={classes['input']} rows={1} {...props} />
    </div>
  ) : (
    <Textarea
      variant="unstyled"
      className={classes['field'] ?? ''}
      classNames={{ input: classes['input'] ?? '' }}
      minRows={1}
      maxRows={mostRows}
      {...props}
    />
  )
}
