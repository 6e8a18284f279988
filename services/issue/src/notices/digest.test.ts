import { digest } from './digest.js';

const links = {
  issue: (key: string) => `https://symbio.test/issues/${key}`,
  page: (path: string) => `https://symbio.test${path}`,
  unfollow: (id: string) => `https://symbio.test/unfollow?token=of-${id}`,
};
const AT = new Date('2026-03-02T10:00:00Z');
const later = (minutes: number): Date => new Date(AT.getTime() + minutes * 60_000);
const notice = (changes: { field: string; from?: string; to?: string }[], over: object = {}) => ({
  issueId: 'i-12',
  key: 'SYM-12',
  title: 'Tiles stay grey',
  by: 'Ada Marsh',
  at: AT,
  changes: changes.map((change) => ({ from: '', to: '', ...change })),
  ...over,
});

describe('a mail about issues', () => {
  it('is named after its issue, and says who did what', () => {
    const mail = digest(
      [
        notice([{ field: 'comment', to: 'Seen here, too.\nOn sheet 4.' }], { at: later(2), by: 'Ben Ito' }),
        notice([
          { field: 'status', from: 'open', to: 'in_progress' },
          { field: 'assignee', from: 'Ben Ito' },
        ]),
      ],
      links,
    );
    expect(mail.subject).toBe('[SYM-12] Tiles stay grey');
    expect(mail.text).toBe(
      [
        'SYM-12 Tiles stay grey',
        'https://symbio.test/issues/SYM-12',
        '',
        '- Ada Marsh set its status to In Progress (was Open)',
        '- Ada Marsh set its assignee to none (was Ben Ito)',
        '- Ben Ito wrote:\n  > Seen here, too.\n  > On sheet 4.',
        '',
        'Stop mail about SYM-12: https://symbio.test/unfollow?token=of-i-12',
        '',
      ].join('\n'),
    );
  });

  it('quotes each line once, whatever its line break', () => {
    const { text, html } = digest([notice([{ field: 'comment', to: 'line1\r\nline2\rline3\vend' }])], links);
    expect(text).toContain('- Ada Marsh wrote:\n  > line1\n  > line2\n  > line3 end\n');
    expect(html).toContain('line1<br>line2<br>line3 end');
  });

  it('about evidence names what happened in its subject, links to it and cannot be unfollowed', () => {
    const evidence = {
      issueId: 'a-1',
      key: '',
      title: 'Gas holder (Riverside)',
      path: '/projects/p/insights?feature=a-1',
    };
    const mail = digest([notice([{ field: 'mention', to: 'Please check.' }], evidence)], links);
    expect(mail.subject).toBe('Ada Marsh mentioned you: Gas holder (Riverside)');
    expect(mail.text).toBe(
      [
        'Gas holder (Riverside)',
        'https://symbio.test/projects/p/insights?feature=a-1',
        '',
        '- Ada Marsh mentioned you:\n  > Please check.',
        '',
      ].join('\n'),
    );
    const both = digest([notice([{ field: 'assignment' }], evidence), notice([{ field: 'deleted' }])], links);
    expect(both.subject).toBe('2 notices about 2 subjects');
    expect(both.text).toContain('- Ada Marsh assigned this to you');
    expect(both.text.match(/Stop mail about/g)).toHaveLength(1);
  });

  it('is a single one about many, counted in its subject', () => {
    const other = { issueId: 'i-7', key: 'SYM-7', title: 'Measure on a sheet', at: later(1) };
    const mail = digest([notice([{ field: 'created', to: 'Grey.' }]), notice([{ field: 'deleted' }], other)], links);
    expect(mail.subject).toBe('2 changes in 2 issues');
    expect(mail.text).toContain('- Ada Marsh reported it:\n  > Grey.');
    expect(mail.text).toContain('- Ada Marsh deleted it');
    expect(mail.text.indexOf('SYM-12')).toBeLessThan(mail.text.indexOf('SYM-7'));
  });

  it('escapes user text', () => {
    const mail = digest(
      [notice([{ field: 'comment', to: '<img src=x onerror="alert(1)">' }], { title: 'A\r\nBcc: <b>everybody</b>' })],
      links,
    );
    expect(mail.subject).toBe('[SYM-12] A Bcc: <b>everybody</b>');
    expect(mail.html).not.toMatch(/<img|<b>everybody/);
    expect(mail.html).toContain('&#60;img src=x onerror=&#34;alert(1)&#34;&#62;');
  });

  it('truncates long quotes', () => {
    const { text } = digest([notice([{ field: 'description', to: 'word '.repeat(1_000) }])], links);
    expect(text.length).toBeLessThan(1_000);
    expect(text).toContain('…');
  });
});
