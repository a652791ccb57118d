// The text of an entry by which Linux desktops start a program.

/** `program` is a path, `argument` what follows it, `further` lines of the entry's own. */
export function desktopText(title: string, program: string, argument: string, further: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${title}`,
    `Exec="${program.replaceAll(/(["\\`$])/g, '\\$1')}" ${argument}`,
    'Terminal=false',
    ...further,
    ''
  ].join('\n')
}
