// Puts the cursor into the first wrong field of a form, once it is marked.

export function focusFirstError(submitted: { target: EventTarget } | undefined): void {
  const form = submitted?.target
  if (!(form instanceof HTMLFormElement)) return
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
