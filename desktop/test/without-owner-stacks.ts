// Keeps React's development build from taking a stack of every element it makes: a fifth of the time of screen tests.
import * as React from 'react'

const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
// React takes a stack while this count is under ten thousand. Its warnings come all the same.
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })
