// The explicit list of features, lower wings first.
import type { Feature } from '#platform/feature.ts'

export const features: Feature[] = []
