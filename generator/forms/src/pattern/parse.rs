//! Compiles a PCRE pattern as written in Laravel (`/^[a-z]{2,4}$/i`) to a program.
//!
//! Supported: literals, `.`, classes, `\d \w \s` and their complements (ASCII, as PCRE without flags), groups,
//! alternatives, `? * + {n} {n,} {n,m}` greedy or lazy, `^`, `$`, the flags `i` (ASCII) and `u`. Everything else is
//! refused.

use std::{iter::Peekable, str::Chars};

use super::{MAX_STEPS, Program, Step};

/// Why a pattern is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(pub String);

/// Maximum nesting depth of groups.
const MAX_DEPTH: usize = 20;
/// Maximum number of repetitions.
const MAX_REPEAT: u32 = 250;
/// The last code point.
const LAST: u32 = 0x10_ffff;

type Ranges = Vec<(u32, u32)>;

enum Node {
    Class(Ranges),
    Start,
    End,
    Row(Vec<Node>),
    Either(Vec<Node>),
    Repeat(Box<Node>, u32, Option<u32>),
}

/// Compiles a pattern with its delimiters and flags.
pub fn compile(source: &str) -> Result<Program, Refusal> {
    let (body, flags) = parts(source).ok_or_else(|| refusal("it has no delimiters such as /…/"))?;
    if let Some(flag) = flags.chars().find(|flag| !matches!(flag, 'i' | 'u')) {
        return Err(refusal(&format!("the flag {flag:?} is not supported")));
    }
    let mut reader = Reader {
        rest: body.chars().peekable(),
        any_case: flags.contains('i'),
        depth: 0,
    };
    if reader.any_case && !body.is_ascii() {
        return Err(refusal("the flag 'i' goes with ASCII letters only"));
    }
    let node = reader.either()?;
    if reader.rest.peek().is_some() {
        return Err(refusal("it closes a group that is not open"));
    }
    let mut steps = Vec::new();
    emit(&node, &mut steps)?;
    push(&mut steps, Step::Found)?;
    Ok(Program(steps))
}

fn refusal(why: &str) -> Refusal {
    Refusal(why.to_owned())
}

/// The pattern between its delimiters, and the flags after them.
fn parts(source: &str) -> Option<(&str, &str)> {
    let open = source.chars().next()?;
    let close = match open {
        '/' | '~' | '#' | '%' | '@' | '!' | ',' | ';' => open,
        '{' => '}',
        '(' => ')',
        '[' => ']',
        _ => return None,
    };
    source.get(1..)?.rsplit_once(close)
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    any_case: bool,
    depth: usize,
}

impl Reader<'_> {
    fn either(&mut self) -> Result<Node, Refusal> {
        let mut ways = vec![self.row()?];
        while self.rest.next_if_eq(&'|').is_some() {
            ways.push(self.row()?);
        }
        Ok(Node::Either(ways))
    }

    fn row(&mut self) -> Result<Node, Refusal> {
        let mut nodes = Vec::new();
        while let Some(c) = self.rest.next_if(|c| !matches!(c, '|' | ')')) {
            let node = match c {
                '^' => Node::Start,
                '$' => Node::End,
                '.' => Node::Class(others(vec![(0xa, 0xa)])),
                '(' => self.group()?,
                '[' => Node::Class(self.class()?),
                '\\' => Node::Class(self.escape()?),
                '*' | '+' | '?' | '{' => return Err(refusal("it repeats nothing")),
                other => Node::Class(self.literal(other)),
            };
            nodes.push(self.repeated(node)?);
        }
        Ok(Node::Row(nodes))
    }

    fn group(&mut self) -> Result<Node, Refusal> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(refusal("its groups are nested too deep"));
        }
        if self.rest.next_if_eq(&'?').is_some() && self.rest.next() != Some(':') {
            return Err(refusal("it looks ahead or behind, or names a group"));
        }
        let inside = self.either()?;
        self.depth -= 1;
        match self.rest.next() {
            Some(')') => Ok(inside),
            _ => Err(refusal("it opens a group that is not closed")),
        }
    }

    fn repeated(&mut self, node: Node) -> Result<Node, Refusal> {
        let Some(sign) = self.rest.next_if(|c| matches!(c, '*' | '+' | '?' | '{')) else {
            return Ok(node);
        };
        if matches!(node, Node::Start | Node::End) {
            return Err(refusal("it repeats an anchor"));
        }
        let (least, most) = match sign {
            '*' => (0, None),
            '+' => (1, None),
            '?' => (0, Some(1)),
            _ => self.counts()?,
        };
        // A lazy repetition matches the same texts; a possessive one does not.
        if self.rest.next_if_eq(&'?').is_none() && self.rest.next_if(|c| matches!(c, '*' | '+' | '{')).is_some() {
            return Err(refusal("it repeats a repetition"));
        }
        Ok(Node::Repeat(Box::new(node), least, most))
    }

    fn counts(&mut self) -> Result<(u32, Option<u32>), Refusal> {
        let mut text = String::new();
        while let Some(c) = self.rest.next_if(|c| c.is_ascii_digit() || *c == ',') {
            text.push(c);
        }
        if self.rest.next() != Some('}') {
            return Err(refusal("a brace stands for itself only as \\{"));
        }
        let count = |part: &str| part.parse().ok().filter(|n| *n <= MAX_REPEAT);
        let wrong = || refusal("its number of repetitions cannot be read or is too large");
        let (least, most) = text.split_once(',').unwrap_or((&text, &text));
        let least = count(least).ok_or_else(wrong)?;
        if most.is_empty() {
            return Ok((least, None));
        }
        let most = count(most).filter(|most| *most >= least).ok_or_else(wrong)?;
        Ok((least, Some(most)))
    }

    fn literal(&self, c: char) -> Ranges {
        let own = |c: char| (u32::from(c), u32::from(c));
        if self.any_case && c.is_ascii_alphabetic() {
            vec![own(c.to_ascii_lowercase()), own(c.to_ascii_uppercase())]
        } else {
            vec![own(c)]
        }
    }

    fn escape(&mut self) -> Result<Ranges, Refusal> {
        let c = self.rest.next().ok_or_else(|| refusal("it ends with a backslash"))?;
        let word = vec![(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)];
        let blank = vec![(0x9, 0xd), (0x20, 0x20)];
        Ok(match c {
            'd' => vec![(0x30, 0x39)],
            'D' => others(vec![(0x30, 0x39)]),
            'w' => word,
            'W' => others(word),
            's' => blank,
            'S' => others(blank),
            'n' => vec![(0xa, 0xa)],
            't' => vec![(0x9, 0x9)],
            c if c.is_ascii_punctuation() || c == ' ' => vec![(u32::from(c), u32::from(c))],
            c => return Err(refusal(&format!("\\{c} is not supported"))),
        })
    }

    /// A class, after its opening bracket.
    fn class(&mut self) -> Result<Ranges, Refusal> {
        let negated = self.rest.next_if_eq(&'^').is_some();
        let mut ranges = Ranges::new();
        let mut first = true;
        loop {
            let unclosed = || refusal("it opens a class that is not closed");
            let c = self.rest.next().ok_or_else(unclosed)?;
            if c == ']' && !first {
                break;
            }
            first = false;
            if c == '[' && self.rest.peek() == Some(&':') {
                return Err(refusal("it names a class such as [:alpha:]"));
            }
            let from = if c == '\\' { self.escape()? } else { self.literal(c) };
            let mut ahead = self.rest.clone();
            let is_range = ahead.next() == Some('-') && ahead.next().is_some_and(|c| c != ']');
            if !is_range {
                ranges.extend(from);
                continue;
            }
            self.rest.next();
            let end = self.rest.next().ok_or_else(unclosed)?;
            let to = if end == '\\' {
                self.escape()?
            } else {
                vec![(u32::from(end), u32::from(end))]
            };
            let from = if c == '\\' {
                from
            } else {
                vec![(u32::from(c), u32::from(c))]
            };
            ranges.extend(self.between(&from, &to)?);
        }
        Ok(if negated { others(ranges) } else { ranges })
    }

    fn between(&self, from: &Ranges, to: &Ranges) -> Result<Ranges, Refusal> {
        let ([(from, same)], [(to, end)]) = (from.as_slice(), to.as_slice()) else {
            return Err(refusal("a range has a class at its end"));
        };
        if from != same || to != end || from > to {
            return Err(refusal("a range ends before it begins, or at a class"));
        }
        let mut ranges = vec![(*from, *to)];
        if self.any_case {
            for (first, last, other) in [(0x41_u32, 0x5a_u32, 0x61_u32), (0x61, 0x7a, 0x41)] {
                let (low, high) = ((*from).max(first), (*to).min(last));
                if low <= high {
                    ranges.push((low - first + other, high - first + other));
                }
            }
        }
        Ok(ranges)
    }
}

/// The complement of the ranges.
fn others(mut ranges: Ranges) -> Ranges {
    ranges.sort_unstable();
    let mut next = 0;
    let mut rest = Ranges::new();
    for (from, to) in ranges {
        if from > next {
            rest.push((next, from - 1));
        }
        next = next.max(to + 1);
    }
    if next <= LAST {
        rest.push((next, LAST));
    }
    rest
}

fn push(steps: &mut Vec<Step>, step: Step) -> Result<(), Refusal> {
    if steps.len() >= MAX_STEPS {
        return Err(refusal("it is too large"));
    }
    steps.push(step);
    Ok(())
}

fn here(steps: &[Step]) -> u16 {
    u16::try_from(steps.len()).unwrap_or(u16::MAX)
}

fn emit(node: &Node, steps: &mut Vec<Step>) -> Result<(), Refusal> {
    match node {
        Node::Class(ranges) => push(steps, Step::Class(ranges.clone())),
        Node::Start => push(steps, Step::Start),
        Node::End => push(steps, Step::End),
        Node::Row(nodes) => nodes.iter().try_for_each(|node| emit(node, steps)),
        Node::Either(ways) => emit_either(ways, steps),
        Node::Repeat(inner, least, most) => emit_repeat(inner, *least, *most, steps),
    }
}

fn emit_either(ways: &[Node], steps: &mut Vec<Step>) -> Result<(), Refusal> {
    let Some((last, others)) = ways.split_last() else {
        return Ok(());
    };
    let mut ends = Vec::new();
    for way in others {
        let split = steps.len();
        push(steps, Step::Go(0))?;
        emit(way, steps)?;
        ends.push(steps.len());
        push(steps, Step::Go(0))?;
        let end = here(steps);
        set(steps, split, Step::Split(here_after(split), end));
    }
    emit(last, steps)?;
    let end = here(steps);
    for at in ends {
        set(steps, at, Step::Go(end));
    }
    Ok(())
}

fn emit_repeat(inner: &Node, least: u32, most: Option<u32>, steps: &mut Vec<Step>) -> Result<(), Refusal> {
    for _ in 0..least {
        emit(inner, steps)?;
    }
    let Some(most) = most else {
        let split = steps.len();
        push(steps, Step::Go(0))?;
        emit(inner, steps)?;
        push(steps, Step::Go(here_after(split) - 1))?;
        let end = here(steps);
        set(steps, split, Step::Split(here_after(split), end));
        return Ok(());
    };
    let mut splits = Vec::new();
    for _ in least..most {
        splits.push(steps.len());
        push(steps, Step::Go(0))?;
        emit(inner, steps)?;
    }
    let end = here(steps);
    for at in splits {
        set(steps, at, Step::Split(here_after(at), end));
    }
    Ok(())
}

/// The index of the next step.
fn here_after(at: usize) -> u16 {
    u16::try_from(at + 1).unwrap_or(u16::MAX)
}

fn set(steps: &mut [Step], at: usize, step: Step) {
    if let Some(place) = steps.get_mut(at) {
        *place = step;
    }
}
