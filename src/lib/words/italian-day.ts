/** Returns a day with its Italian article, such as "il 3 dic" and "l’8 dic". The text begins with the day's number. */
export const withArticle = (day: string): string =>
  /^(?:8|11)\b/.test(day) ? `l’${day}` : `il ${day}`
