// How strong a password is, by a library with lists of words: loaded once somebody types a new one.
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, useLevenshteinDistance: false })

/** 0 (guessed at once) to 4 (out of reach). */
export const scoreOf = (password: string): number => judge.check(password).score
