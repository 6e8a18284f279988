/**
 * The layout of a report in Typst. It reads `/volume.json`, whose texts are data and never markup, pictures by their paths,
 * and the attached files. It has no date and no random value of its own.
 */
export const TEMPLATE = String.raw`
#let report = json("/volume.json")
#let ink = rgb("#1d3445")
#let soft = rgb("#5b6b78")
#let hair = 0.5pt + rgb("#c5ced6")
// a hash in two lines, which a column of a table has room for; a file name breaks after its signs
#let code(value) = text(font: "DejaVu Sans Mono", size: 6.6pt, if value.len() == 64 { value.slice(0, 32) + linebreak() + value.slice(32) } else { value.replace(regex("[_./-]"), it => it.text + "\u{200b}") })
#let day = datetime(year: report.day.at(0), month: report.day.at(1), day: report.day.at(2))

#set document(title: report.title + ": " + report.subtitle, author: report.author, date: day)
#set text(font: "Libertinus Serif", size: 10.5pt, lang: "en", region: "us", hyphenate: false)
#set par(leading: 0.62em, spacing: 0.95em)
#set page(
  paper: "us-letter",
  margin: (x: 1in, top: 1.05in, bottom: 0.95in),
  header: context if counter(page).get().first() > 1 [
    #set text(8.5pt, fill: soft)
    #report.header.left #h(1fr) #report.header.right
    #v(-6pt)
    #line(length: 100%, stroke: hair)
  ],
  footer: context [
    #set text(8pt, fill: soft)
    #line(length: 100%, stroke: hair)
    #v(-4pt)
    #report.footer #h(1fr) Page #counter(page).display("1 of 1", both: true)
  ],
)
#for file in report.attached [
  #pdf.attach(file.path, mime-type: "application/json", relationship: file.relationship, description: file.description)
]

#set heading(numbering: none, supplement: none)
#show heading.where(level: 1): it => {
  set text(17pt, fill: ink, weight: "semibold")
  block(above: 2em, below: 1em, breakable: false, sticky: true, stack(spacing: 7pt, it.body, line(length: 100%, stroke: 0.8pt + ink)))
}
#show heading.where(level: 2): it => block(above: 1.5em, below: 0.8em, sticky: true, text(12.5pt, fill: ink, weight: "semibold", it.body))
#show link: it => text(fill: rgb("#1a5a8a"), it)
#show outline.entry: it => text(10.5pt, it)
#set figure.caption(separator: [. ])
#show figure.caption: it => block(width: 100%, above: 7pt, align(left, text(8.8pt, fill: ink.darken(10%), it)))
#set figure(gap: 6pt)

#let inline(parts) = for part in parts {
  if type(part) == str { part } else if "bold" in part { strong(part.bold) } else if "code" in part { code(part.code) } else if "href" in part {
    link(part.href, part.link)
  } else if report.figures.contains(part.figure) {
    link(label("figure-" + str(part.figure)), "Figure " + str(part.figure))
  } else { "Figure " + str(part.figure) }
}

#let cell-length(parts) = parts.map(part => if type(part) == str { part.len() } else { 0 }).sum(default: 0)
#let length-of(rows) = rows.map(row => cell-length(row.text)).sum(default: 0)
#let facts(rows) = block(above: 0.9em, below: 1.1em, breakable: length-of(rows) > 1500, table(
  columns: (if calc.max(..rows.map(row => row.label.len())) > 60 { 4in } else { 1.65in }, 1fr),
  stroke: (x: none, y: hair),
  inset: (x: 4pt, y: 4.5pt),
  ..rows.map(row => (text(9.2pt, fill: soft, row.label), text(9.8pt, inline(row.text)))).flatten(),
))

#let grid-of(block-of) = block(above: 0.9em, below: 1.2em, {
  set text(8.6pt)
  set par(leading: 0.5em)
  table(
    columns: block-of.columns.map(column => column.width * 1fr),
    align: (x, y) => if block-of.columns.at(x).at("centered", default: false) { center } else { left },
    stroke: (x: none, y: hair),
    inset: (x: if block-of.columns.len() > 8 { 2pt } else { 4pt }, y: 4pt),
    fill: (x, y) => if y == 0 { rgb("#e9eef2") },
    table.header(..block-of.columns.map(column => text(fill: ink, weight: "semibold", column.title))),
    // a row that is longer than a page breaks, which each of its cells must allow
    ..block-of.rows.map(row => row.map(cell => table.cell(breakable: row.any(it => cell-length(it) > 1500), inline(cell)))).flatten(),
  )
})

#let picture(it, supplement) = block(width: 100%, breakable: false, below: 1.6em, align(center, [
  #figure(
    image(it.file, width: it.width_in * 1in, height: it.height_in * 1in, fit: "stretch", alt: it.alt),
    kind: it.kind,
    supplement: supplement,
    numbering: "1",
    caption: inline(it.caption),
  ) #label(it.kind + "-" + str(it.number))
]))

#let show-block(it) = {
  if it.kind == "heading" { heading(level: 2, it.title) } else if it.kind == "paragraph" { par(inline(it.text)) } else if it.kind == "notice" {
    block(width: 100%, above: 1em, below: 1.2em, inset: (left: 10pt, y: 6pt), stroke: (left: 2.5pt + rgb("#b4690e")), fill: rgb("#fdf6ec"), inline(it.text))
  } else if it.kind == "facts" { facts(it.facts) } else if it.kind == "table" { grid-of(it) } else if it.kind == "figure" {
    counter(figure.where(kind: "figure")).update(it.number - 1)
    picture(it, "Figure")
  } else if it.kind == "photograph" {
    counter(figure.where(kind: "photograph")).update(it.number - 1)
    picture(it, "Photograph")
  } else if it.kind == "signature" {
    block(above: 4em, breakable: false, width: 3.4in, { line(length: 100%, stroke: 0.7pt + ink); for one in it.lines [#text(9.5pt, one) #linebreak()] })
  }
}

#v(1.55in)
#line(length: 1.1in, stroke: 3pt + ink)
#v(6pt)
#block(text(27pt, fill: ink, weight: "semibold", report.title))
#v(2pt)
#block(text(17pt, fill: soft, report.subtitle))
#if report.volume != none { block(above: 1.2em, text(12pt, fill: ink, report.volume)) }
#v(0.7in)
#facts(report.facts)
#pagebreak()

#heading(level: 1, outlined: false, bookmarked: true, "Contents")
#outline(title: none, depth: 1)
#if report.listed.len() > 0 {
  v(0.6em)
  heading(level: 2, outlined: false, bookmarked: false, "Figures")
  for it in report.listed {
    let target = label("figure-" + str(it.number))
    block(above: 0.62em, below: 0.62em, link(target, text(10.5pt, fill: black)[
      Figure #it.number#h(0.6em)#it.title #box(width: 1fr, repeat(gap: 0.15em, ".")) #context counter(page).at(target).first()
    ]))
  }
}

#for chapter in report.chapters {
  if chapter.starts_page { pagebreak(weak: true) }
  heading(level: 1, chapter.title)
  for it in chapter.blocks { show-block(it) }
}
`;
