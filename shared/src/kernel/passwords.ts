// What makes a password strong: the rule of the form for forgotten ones, and with PASSWORD_POLICY=strong of every form.

const strong = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{8,50}$/

export const isStrongPassword = (typed: string): boolean => strong.test(typed)
