// When a company has to pay: how near the day is.
/** Yellow 5 days before; orange from 4 days ahead to 3 days past; red on the 4th, when the company reads only. */
export function dueColor(days: number): 'yellow' | 'orange' | 'red' | null {
  if (days === -4) return 'red'
  if (days >= -3 && days <= 4) return 'orange'
  return days === 5 ? 'yellow' : null
}
