;; The loops of deep search that run over every vector of the vault or every word of a passage, sixteen numbers at a time, and
;; over every token of the model: a process that asks one question ends before V8 would have optimised a loop of JavaScript.
;; `plain-kernel.ts` does the same in plain JavaScript; `scripts/make-kernel.js` turns this text into `kernel-bytes.ts`.
;; All numbers of places are bytes in the memory; lengths are multiples of what one step takes.
(module
  (import "rappel" "memory" (memory 1))
  ;; What a letter is (`letters.ts`), or two that are one character; -1 for no second.
  (import "rappel" "kindOf" (func $kindOf (param $letter i32) (param $second i32) (result i32)))
  ;; Cuts a run of letters that are not folded one by one: folds it and calls `cutWord` for each of its words, for which there
  ;; is room at `word`. Gives back where the tokens end, and leaves room for those of the text from `to` to `end`.
  (import "rappel" "cutRun" (func $cutRun
    (param $from i32) (param $to i32) (param $end i32) (param $out i32) (param $word i32) (result i32)))

  ;; Where the vocabulary lies: `readWords`.
  (global $starts (mut i32) (i32.const 0))
  (global $letters (mut i32) (i32.const 0))
  (global $table (mut i32) (i32.const 0))
  (global $mask (mut i32) (i32.const 0))
  (global $kinds (mut i32) (i32.const 0))
  ;; Room for the letters of a word, then for their hashes.
  (global $word (mut i32) (i32.const 0))

  ;; The text that is being cut: where its next token goes, where it ends, where the tokens of its sentence begin, how many words a window may have, and how
  ;; many this one and the sentence have so far.
  (global $out (mut i32) (i32.const 0))
  (global $end (mut i32) (i32.const 0))
  (global $sentence (mut i32) (i32.const 0))
  (global $most (mut i32) (i32.const 0))
  (global $window (mut i32) (i32.const 0))
  (global $count (mut i32) (i32.const 0))

  (func $sum (param $v v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $v)) (i32x4.extract_lane 1 (local.get $v)))
      (i32.add (i32x4.extract_lane 2 (local.get $v)) (i32x4.extract_lane 3 (local.get $v)))))

  (func $sumf (param $v v128) (result f32)
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $v)) (f32x4.extract_lane 1 (local.get $v)))
      (f32.add (f32x4.extract_lane 2 (local.get $v)) (f32x4.extract_lane 3 (local.get $v)))))

  ;; out[i] = asked · rows[i]; asked has 16 bits a number, rows have 8; width is a multiple of 16.
  (func (export "scan") (param $asked i32) (param $rows i32) (param $count i32) (param $width i32) (param $out i32)
    (local $end i32) (local $q i32) (local $last i32) (local $a v128) (local $b v128)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $q (local.get $asked))
        (local.set $last (i32.add (local.get $rows) (local.get $width)))
        (loop $step
          (local.set $a (i32x4.add (local.get $a)
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $rows)) (v128.load (local.get $q)))))
          (local.set $b (i32x4.add (local.get $b)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $rows)) (v128.load offset=16 (local.get $q)))))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
          (br_if $step (i32.lt_u (local.get $rows) (local.get $last))))
        (i32.store (local.get $out) (call $sum (i32x4.add (local.get $a) (local.get $b))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $row))))

  ;; The first place from `dots` on at which a number (i32), times its factor (f32), is more than `least`; `end` where none is.
  (func (export "next") (param $dots i32) (param $factors i32) (param $end i32) (param $least f32) (result i32)
    (block $found
      (loop $each
        (br_if $found (i32.ge_u (local.get $dots) (local.get $end)))
        (br_if $found (f32.gt
          (f32.mul (f32.convert_i32_s (i32.load (local.get $dots))) (f32.load (local.get $factors)))
          (local.get $least)))
        (local.set $dots (i32.add (local.get $dots) (i32.const 4)))
        (local.set $factors (i32.add (local.get $factors) (i32.const 4)))
        (br $each)))
    (local.get $dots))

  ;; out[i] = row · others[i], all in 16 bits a number; width is a multiple of 16.
  (func $dots (export "dots") (param $row i32) (param $others i32) (param $count i32) (param $width i32) (param $out i32)
    (local $end i32) (local $r i32) (local $last i32) (local $a v128) (local $b v128)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $other
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $r (local.get $row))
        (local.set $last (i32.add (local.get $others) (i32.shl (local.get $width) (i32.const 1))))
        (loop $step
          (local.set $a (i32x4.add (local.get $a)
            (i32x4.dot_i16x8_s (v128.load (local.get $others)) (v128.load (local.get $r)))))
          (local.set $b (i32x4.add (local.get $b)
            (i32x4.dot_i16x8_s (v128.load offset=16 (local.get $others)) (v128.load offset=16 (local.get $r)))))
          (local.set $r (i32.add (local.get $r) (i32.const 32)))
          (local.set $others (i32.add (local.get $others) (i32.const 32)))
          (br_if $step (i32.lt_u (local.get $others) (local.get $last))))
        (i32.store (local.get $out) (call $sum (i32x4.add (local.get $a) (local.get $b))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $other))))

  ;; Codes of 4 bits become numbers of 16; width is a multiple of 32.
  (func $unpack (export "unpack") (param $codes i32) (param $width i32) (param $out i32)
    (local $end i32) (local $low v128) (local $high v128) (local $v v128)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $width) (i32.const 1))))
    (loop $block
      (local.set $high (v128.load (local.get $codes)))
      (local.set $low (v128.and (local.get $high) (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15)))
      (local.set $high (i8x16.shr_u (local.get $high) (i32.const 4)))
      (local.set $v (i8x16.sub
        (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get $low) (local.get $high))
        (v128.const i8x16 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8)))
      (v128.store (local.get $out) (i16x8.extend_low_i8x16_s (local.get $v)))
      (v128.store offset=16 (local.get $out) (i16x8.extend_high_i8x16_s (local.get $v)))
      (local.set $v (i8x16.sub
        (i8x16.shuffle 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31 (local.get $low) (local.get $high))
        (v128.const i8x16 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8)))
      (v128.store offset=32 (local.get $out) (i16x8.extend_low_i8x16_s (local.get $v)))
      (v128.store offset=48 (local.get $out) (i16x8.extend_high_i8x16_s (local.get $v)))
      (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
      (local.set $out (i32.add (local.get $out) (i32.const 64)))
      (br_if $block (i32.lt_u (local.get $out) (local.get $end)))))

  ;; out = the sum of rows, each times its factor: the list holds the place of a row's codes and the factor (f32), in
  ;; turn, and is used up; behind it there is room for one more. Width is a multiple of 32. Factors become whole numbers
  ;; of 16 bits, so that two rows are multiplied and added at once.
  (func $gather (export "gather") (param $list i32) (param $count i32) (param $width i32) (param $out i32)
    (local $offset i32) (local $at i32) (local $end i32) (local $bytes i32) (local $whole i32) (local $sum i32)
    (local $largest f32) (local $all f32) (local $one f32) (local $scale f32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $v v128) (local $f v128)
    (local $low v128) (local $none v128) (local $eights v128) (local $step v128)
    (local $e0 v128) (local $e1 v128) (local $e2 v128) (local $e3 v128) (local $o0 v128) (local $o1 v128) (local $o2 v128) (local $o3 v128)
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 3))))
    (local.set $bytes (i32.shr_u (local.get $width) (i32.const 1)))
    (local.set $low (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15))
    ;; Neither a factor nor the sum, whose codes go up to 15, may grow too large.
    (local.set $at (local.get $list))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $one (f32.abs (f32.load offset=4 (local.get $at))))
        (local.set $largest (f32.max (local.get $largest) (local.get $one)))
        (local.set $all (f32.add (local.get $all) (local.get $one)))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $row)))
    (local.set $scale (f32.min
      (f32.div (f32.const 32767) (f32.max (local.get $largest) (f32.const 1e-30)))
      (f32.div (f32.const 134217728) (f32.max (local.get $all) (f32.const 1e-30)))))
    (local.set $at (local.get $list))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $whole (i32.trunc_sat_f32_s (f32.floor (f32.add
          (f32.mul (f32.load offset=4 (local.get $at)) (local.get $scale)) (f32.const 0.5)))))
        (local.set $sum (i32.add (local.get $sum) (local.get $whole)))
        (i32.store offset=4 (local.get $at) (local.get $whole))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $row)))
    ;; One without weight makes the number even.
    (i32.store (local.get $end) (i32.load (local.get $list)))
    (i32.store offset=4 (local.get $end) (i32.const 0))
    ;; Codes are 8 more than what they stand for.
    (local.set $eights (i32x4.splat (i32.shl (local.get $sum) (i32.const 3))))
    (local.set $step (f32x4.splat (f32.div (f32.const 1) (local.get $scale))))
    (loop $block
      (local.set $e0 (local.get $none))
      (local.set $e1 (local.get $none))
      (local.set $e2 (local.get $none))
      (local.set $e3 (local.get $none))
      (local.set $o0 (local.get $none))
      (local.set $o1 (local.get $none))
      (local.set $o2 (local.get $none))
      (local.set $o3 (local.get $none))
      (local.set $at (local.get $list))
      (block $done
        (loop $pair
          (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
          (local.set $f (i32x4.splat (i32.or
            (i32.and (i32.load offset=4 (local.get $at)) (i32.const 0xffff))
            (i32.shl (i32.load offset=12 (local.get $at)) (i32.const 16)))))
          (local.set $c (v128.load (i32.add (i32.load (local.get $at)) (local.get $offset))))
          (local.set $d (v128.load (i32.add (i32.load offset=8 (local.get $at)) (local.get $offset))))
          (local.set $a (v128.and (local.get $c) (local.get $low)))
          (local.set $b (v128.and (local.get $d) (local.get $low)))
          (local.set $c (i8x16.shr_u (local.get $c) (i32.const 4)))
          (local.set $d (i8x16.shr_u (local.get $d) (i32.const 4)))
          (local.set $v (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get $a) (local.get $b)))
          (local.set $e0 (i32x4.add (local.get $e0)
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $v)) (local.get $f))))
          (local.set $e1 (i32x4.add (local.get $e1)
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $v)) (local.get $f))))
          (local.set $v (i8x16.shuffle 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31 (local.get $a) (local.get $b)))
          (local.set $e2 (i32x4.add (local.get $e2)
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $v)) (local.get $f))))
          (local.set $e3 (i32x4.add (local.get $e3)
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $v)) (local.get $f))))
          (local.set $v (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get $c) (local.get $d)))
          (local.set $o0 (i32x4.add (local.get $o0)
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $v)) (local.get $f))))
          (local.set $o1 (i32x4.add (local.get $o1)
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $v)) (local.get $f))))
          (local.set $v (i8x16.shuffle 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31 (local.get $c) (local.get $d)))
          (local.set $o2 (i32x4.add (local.get $o2)
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $v)) (local.get $f))))
          (local.set $o3 (i32x4.add (local.get $o3)
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $v)) (local.get $f))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $pair)))
      (local.set $a (call $value (local.get $e0) (local.get $eights) (local.get $step)))
      (local.set $b (call $value (local.get $o0) (local.get $eights) (local.get $step)))
      (v128.store (local.get $out)
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b)))
      (v128.store offset=16 (local.get $out)
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b)))
      (local.set $a (call $value (local.get $e1) (local.get $eights) (local.get $step)))
      (local.set $b (call $value (local.get $o1) (local.get $eights) (local.get $step)))
      (v128.store offset=32 (local.get $out)
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b)))
      (v128.store offset=48 (local.get $out)
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b)))
      (local.set $a (call $value (local.get $e2) (local.get $eights) (local.get $step)))
      (local.set $b (call $value (local.get $o2) (local.get $eights) (local.get $step)))
      (v128.store offset=64 (local.get $out)
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b)))
      (v128.store offset=80 (local.get $out)
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b)))
      (local.set $a (call $value (local.get $e3) (local.get $eights) (local.get $step)))
      (local.set $b (call $value (local.get $o3) (local.get $eights) (local.get $step)))
      (v128.store offset=96 (local.get $out)
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b)))
      (v128.store offset=112 (local.get $out)
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b)))
      (local.set $out (i32.add (local.get $out) (i32.const 128)))
      (local.set $offset (i32.add (local.get $offset) (i32.const 16)))
      (br_if $block (i32.lt_u (local.get $offset) (local.get $bytes)))))

  (func $value (param $sums v128) (param $eights v128) (param $step v128) (result v128)
    (f32x4.mul (f32x4.convert_i32x4_s (i32x4.sub (local.get $sums) (local.get $eights))) (local.get $step)))

  ;; a · b, f32; width is a multiple of 4.
  (func $dot (export "dot") (param $a i32) (param $b i32) (param $width i32) (result f32)
    (local $end i32) (local $s v128)
    (local.set $end (i32.add (local.get $a) (i32.shl (local.get $width) (i32.const 2))))
    (loop $step
      (local.set $s (f32x4.add (local.get $s)
        (f32x4.mul (v128.load (local.get $a)) (v128.load (local.get $b)))))
      (local.set $a (i32.add (local.get $a) (i32.const 16)))
      (local.set $b (i32.add (local.get $b) (i32.const 16)))
      (br_if $step (i32.lt_u (local.get $a) (local.get $end))))
    (call $sumf (local.get $s)))

  ;; target += factor * source, f32; width is a multiple of 4.
  (func $mix (export "mix") (param $target i32) (param $source i32) (param $factor f32) (param $width i32)
    (local $end i32) (local $f v128)
    (local.set $f (f32x4.splat (local.get $factor)))
    (local.set $end (i32.add (local.get $target) (i32.shl (local.get $width) (i32.const 2))))
    (loop $step
      (v128.store (local.get $target)
        (f32x4.add (v128.load (local.get $target)) (f32x4.mul (local.get $f) (v128.load (local.get $source)))))
      (local.set $target (i32.add (local.get $target) (i32.const 16)))
      (local.set $source (i32.add (local.get $source) (i32.const 16)))
      (br_if $step (i32.lt_u (local.get $target) (local.get $end)))))

  ;; Numbers (f32) become 8 bits each, the largest of them the whole range; width is a multiple of 16.
  (func (export "quantise") (param $vector i32) (param $width i32) (param $out i32)
    (local $at i32) (local $end i32) (local $f v128) (local $peak f32)
    (local.set $end (i32.add (local.get $vector) (i32.shl (local.get $width) (i32.const 2))))
    (local.set $at (local.get $vector))
    (loop $step
      (local.set $f (f32x4.max (local.get $f) (f32x4.abs (v128.load (local.get $at)))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $step (i32.lt_u (local.get $at) (local.get $end))))
    (local.set $peak (f32.max
      (f32.max (f32x4.extract_lane 0 (local.get $f)) (f32x4.extract_lane 1 (local.get $f)))
      (f32.max (f32x4.extract_lane 2 (local.get $f)) (f32x4.extract_lane 3 (local.get $f)))))
    ;; Of nothing, nothing can be made.
    (local.set $f (f32x4.splat (select
      (f32.div (f32.const 127) (local.get $peak)) (f32.const 0) (f32.gt (local.get $peak) (f32.const 1e-30)))))
    (local.set $at (local.get $vector))
    (loop $step
      (v128.store (local.get $out) (i8x16.narrow_i16x8_s
        (i16x8.narrow_i32x4_s
          (call $rounded (v128.load (local.get $at)) (local.get $f))
          (call $rounded (v128.load offset=16 (local.get $at)) (local.get $f)))
        (i16x8.narrow_i32x4_s
          (call $rounded (v128.load offset=32 (local.get $at)) (local.get $f))
          (call $rounded (v128.load offset=48 (local.get $at)) (local.get $f)))))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (local.set $at (i32.add (local.get $at) (i32.const 64)))
      (br_if $step (i32.lt_u (local.get $at) (local.get $end)))))

  (func $rounded (param $v v128) (param $f v128) (result v128)
    (i32x4.trunc_sat_f32x4_s (f32x4.floor
      (f32x4.add (f32x4.mul (local.get $v) (local.get $f)) (v128.const f32x4 0.5 0.5 0.5 0.5)))))

  ;; How many bytes the tokens of a vocabulary have together; -1 where `end` is not the end of the last. Each is written as
  ;; the number of bytes it shares with the one before, the number of bytes that follow, and these.
  (func (export "measureWords") (param $at i32) (param $end i32) (param $tokens i32) (result i32)
    (local $own i32) (local $sum i32)
    (block $done
      (loop $token
        (br_if $done (i32.eqz (local.get $tokens)))
        (if (i32.gt_u (i32.add (local.get $at) (i32.const 2)) (local.get $end)) (then (return (i32.const -1))))
        (local.set $own (i32.load8_u offset=1 (local.get $at)))
        (local.set $sum (i32.add (local.get $sum) (i32.add (i32.load8_u (local.get $at)) (local.get $own))))
        (local.set $at (i32.add (local.get $at) (i32.add (local.get $own) (i32.const 2))))
        (local.set $tokens (i32.sub (local.get $tokens) (i32.const 1)))
        (br $token)))
    (select (local.get $sum) (i32.const -1) (i32.eq (local.get $at) (local.get $end))))

  ;; Writes the letters (u16) of the same tokens one after the other; after each token, how many there are so far (u32); and
  ;; a table (u16, of zeros before, mask + 1 of them) with the number of each token, counted from 1, at the place of its hash or the
  ;; next free one. `last` is room for a token's bytes. `cutText` looks words up there: zeros lie before the ends, and 65,536 from `kinds` on.
  (func (export "readWords") (param $at i32) (param $tokens i32) (param $last i32) (param $ends i32) (param $letters i32)
    (param $table i32) (param $mask i32) (param $kinds i32)
    (local $id i32) (local $p i32) (local $end i32) (local $c i32) (local $hash i32) (local $to i32) (local $own i32)
    (global.set $starts (i32.sub (local.get $ends) (i32.const 4)))
    (global.set $letters (local.get $letters))
    (global.set $table (local.get $table))
    (global.set $mask (local.get $mask))
    (global.set $kinds (local.get $kinds))
    (global.set $word (local.get $last))
    (local.set $to (local.get $letters))
    (block $done
      (loop $token
        (br_if $done (i32.ge_u (local.get $id) (local.get $tokens)))
        (local.set $own (i32.load8_u offset=1 (local.get $at)))
        (local.set $end (i32.add (local.get $last) (i32.load8_u (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 2)))
        (memory.copy (local.get $end) (local.get $at) (local.get $own))
        (local.set $at (i32.add (local.get $at) (local.get $own)))
        (local.set $end (i32.add (local.get $end) (local.get $own)))
        (local.set $p (local.get $last))
        (local.set $hash (i32.const 0x811c9dc5))
        (block $read
          (loop $letter
            (br_if $read (i32.ge_u (local.get $p) (local.get $end)))
            (local.set $c (i32.load8_u (local.get $p)))
            (if (i32.lt_u (local.get $c) (i32.const 0x80))
              (then (local.set $p (i32.add (local.get $p) (i32.const 1))))
              (else (if (i32.lt_u (local.get $c) (i32.const 0xe0))
                (then
                  (local.set $c (call $more (i32.and (local.get $c) (i32.const 0x1f)) (local.get $p) (i32.const 1)))
                  (local.set $p (i32.add (local.get $p) (i32.const 2))))
                (else (if (i32.lt_u (local.get $c) (i32.const 0xf0))
                  (then
                    (local.set $c (call $more (i32.and (local.get $c) (i32.const 0x0f)) (local.get $p) (i32.const 2)))
                    (local.set $p (i32.add (local.get $p) (i32.const 3))))
                  (else
                    ;; A character of two letters.
                    (local.set $c (i32.sub
                      (call $more (i32.and (local.get $c) (i32.const 0x07)) (local.get $p) (i32.const 3))
                      (i32.const 0x10000)))
                    (local.set $p (i32.add (local.get $p) (i32.const 4)))
                    (local.set $hash (call $hashed (local.get $hash) (local.get $to)
                      (i32.or (i32.const 0xd800) (i32.shr_u (local.get $c) (i32.const 10)))))
                    (local.set $to (i32.add (local.get $to) (i32.const 2)))
                    (local.set $c (i32.or (i32.const 0xdc00) (i32.and (local.get $c) (i32.const 0x3ff))))))))))
            (local.set $hash (call $hashed (local.get $hash) (local.get $to) (local.get $c)))
            (local.set $to (i32.add (local.get $to) (i32.const 2)))
            (br $letter)))
        (local.set $id (i32.add (local.get $id) (i32.const 1)))
        (i32.store (local.get $ends) (i32.shr_u (i32.sub (local.get $to) (local.get $letters)) (i32.const 1)))
        (local.set $ends (i32.add (local.get $ends) (i32.const 4)))
        (local.set $hash (i32.and
          (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 15))) (local.get $mask)))
        (block $free
          (loop $slot
            (local.set $p (i32.add (local.get $table) (i32.shl (local.get $hash) (i32.const 1))))
            (br_if $free (i32.eqz (i32.load16_u (local.get $p))))
            (local.set $hash (i32.and (i32.add (local.get $hash) (i32.const 1)) (local.get $mask)))
            (br $slot)))
        (i32.store16 (local.get $p) (local.get $id))
        (br $token))))

  ;; Adds six bits of each of the bytes that follow.
  (func $more (param $c i32) (param $at i32) (param $count i32) (result i32)
    (loop $byte
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (local.set $c (i32.or
        (i32.shl (local.get $c) (i32.const 6)) (i32.and (i32.load8_u (local.get $at)) (i32.const 0x3f))))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br_if $byte (local.get $count)))
    (local.get $c))

  ;; Writes a letter and gives the hash that it makes of the one before it.
  (func $hashed (param $hash i32) (param $to i32) (param $letter i32) (result i32)
    (i32.store16 (local.get $to) (local.get $letter))
    (i32.mul (i32.xor (local.get $hash) (local.get $letter)) (i32.const 0x01000193)))

  ;; Writes the tokens (u16) of a text (u16 a letter) and gives back where they end. Sentences are packed into windows of so many
  ;; words at most, with a break before each; of 0 words, there are no windows. `out` has room for two bytes more than twice the text.
  (func (export "cutText") (param $at i32) (param $end i32) (param $out i32) (param $most i32) (result i32)
    ;; The run of letters (0: between two), where its folded letters end, and whether they can't be folded one by one.
    (local $run i32) (local $to i32) (local $other i32)
    ;; The kind of the letter, that of the one before, and whether a sentence ends with the space in between.
    (local $kind i32) (local $last i32) (local $ends i32)
    (global.set $out (local.get $out))
    (global.set $end (local.get $end))
    (global.set $sentence (local.get $out))
    (global.set $most (local.get $most))
    (global.set $window (i32.const 0))
    (global.set $count (i32.const 0))
    (local.set $last (i32.const 2))
    (block $done
      (loop $letter
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $kind (call $kindAt (local.get $at) (local.get $end)))
        (if (i32.ge_u (local.get $kind) (i32.const 5))
          (then
            (if (i32.eqz (local.get $run))
              (then
                (if (local.get $ends) (then (call $endSentence) (local.set $ends (i32.const 0))))
                (local.set $run (local.get $at))
                (local.set $to (global.get $word))
                (local.set $other (i32.const 0))))
            (if (i32.lt_u (local.get $kind) (i32.const 32))
              (then
                (local.set $other (i32.const 1))
                ;; A character of two letters.
                (if (i32.eq (local.get $kind) (i32.const 6))
                  (then (local.set $at (i32.add (local.get $at) (i32.const 2))))))
              (else
                ;; Those beyond make the word too long, however many they are.
                (if (i32.lt_u (local.get $to) (i32.add (global.get $word) (i32.const 82)))
                  (then
                    (i32.store16 (local.get $to) (local.get $kind))
                    (local.set $to (i32.add (local.get $to) (i32.const 2))))))))
          (else
            (if (local.get $run)
              (then
                (call $endRun (local.get $run) (local.get $at) (local.get $to) (local.get $other))
                (local.set $run (i32.const 0))
                (local.set $last (i32.const 5))))
            (if (i32.eq (i32.and (local.get $kind) (i32.const 6)) (i32.const 2))
              (then
                (if (i32.ne (local.get $last) (i32.const 2))
                  (then
                    (global.set $count (i32.add (global.get $count) (i32.const 1)))
                    (local.set $ends (i32.eq (local.get $last) (i32.const 4)))))
                (if (i32.eq (local.get $kind) (i32.const 3)) (then (local.set $ends (i32.const 1))))
                (local.set $last (i32.const 2)))
              (else
                (if (local.get $ends) (then (call $endSentence) (local.set $ends (i32.const 0))))
                (local.set $last (local.get $kind))))))
        (local.set $at (i32.add (local.get $at) (i32.const 2)))
        (br $letter)))
    (if (local.get $run)
      (then
        (call $endRun (local.get $run) (local.get $end) (local.get $to) (local.get $other))
        (local.set $last (i32.const 5))))
    (if (i32.ne (local.get $last) (i32.const 2))
      (then (global.set $count (i32.add (global.get $count) (i32.const 1)))))
    (call $endSentence)
    (global.get $out))

  ;; What a letter is: 1 a sign, 2 a space, 3 the end of a line, 4 the end of a sentence, 5 a letter that is not folded alone, 6 the
  ;; first of two that are; else the letter that it is folded to.
  (func $kindAt (param $at i32) (param $end i32) (result i32)
    (local $place i32) (local $kind i32)
    (local.set $place (i32.add (global.get $kinds) (i32.load16_u (local.get $at))))
    (local.set $kind (i32.load8_u (local.get $place)))
    (if (i32.eqz (local.get $kind))
      (then
        (local.set $kind (call $kindOf (i32.load16_u (local.get $at)) (i32.const -1)))
        (i32.store8 (local.get $place) (local.get $kind))))
    (if (i32.ne (local.get $kind) (i32.const 6)) (then (return (local.get $kind))))
    (if (i32.ge_u (i32.add (local.get $at) (i32.const 2)) (local.get $end)) (then (return (i32.const 1))))
    (call $kindOf (i32.load16_u (local.get $at)) (i32.load16_u offset=2 (local.get $at))))

  (func $endRun (param $from i32) (param $to i32) (param $folded i32) (param $isOther i32)
    (if (local.get $isOther)
      (then (global.set $out
        (call $cutRun (local.get $from) (local.get $to) (global.get $end) (global.get $out) (global.get $word))))
      (else
        ;; Longer words are dropped.
        (if (i32.le_u (local.get $folded) (i32.add (global.get $word) (i32.const 80)))
          (then (global.set $out (call $cutWord (global.get $word) (local.get $folded) (global.get $out))))))))

  ;; Puts a break before the sentence where it begins a window.
  (func $endSentence
    (if (i32.or (i32.eqz (global.get $count)) (i32.eqz (global.get $most))) (then (return)))
    (if (i32.or
        (i32.eqz (global.get $window))
        (i32.gt_u (i32.add (global.get $window) (global.get $count)) (global.get $most)))
      (then
        (memory.copy (i32.add (global.get $sentence) (i32.const 2)) (global.get $sentence)
          (i32.sub (global.get $out) (global.get $sentence)))
        (i32.store16 (global.get $sentence) (i32.const 65535))
        (global.set $out (i32.add (global.get $out) (i32.const 2)))
        (global.set $window (i32.const 0))))
    (global.set $window (i32.add (global.get $window) (global.get $count)))
    (global.set $count (i32.const 0))
    (global.set $sentence (global.get $out)))

  ;; The longest known pieces of a folded word (u16 a letter, at most 80) from the left; nothing if it can't be cut so.
  (func $cutWord (export "cutWord") (param $from i32) (param $to i32) (param $out i32) (result i32)
    (local $start i32) (local $end i32) (local $at i32) (local $hash i32) (local $hashes i32) (local $next i32) (local $id i32)
    (local.set $next (local.get $out))
    (local.set $start (local.get $from))
    (block $done
      (loop $piece
        (br_if $done (i32.ge_u (local.get $start) (local.get $to)))
        ;; Of nothing yet, or of `##`, with which the pieces inside a word begin.
        (local.set $hash (select (i32.const 0x811c9dc5) (i32.const 0x16c89023) (i32.eq (local.get $start) (local.get $from))))
        (local.set $hashes (i32.add (global.get $word) (i32.const 160)))
        (local.set $at (local.get $start))
        (loop $letter
          (local.set $hash (i32.mul (i32.xor (local.get $hash) (i32.load16_u (local.get $at))) (i32.const 0x01000193)))
          (i32.store (local.get $hashes) (local.get $hash))
          (local.set $hashes (i32.add (local.get $hashes) (i32.const 4)))
          (local.set $at (i32.add (local.get $at) (i32.const 2)))
          (br_if $letter (i32.lt_u (local.get $at) (local.get $to))))
        (local.set $end (local.get $to))
        (loop $longest
          (local.set $hashes (i32.sub (local.get $hashes) (i32.const 4)))
          (local.set $id (call $find (i32.load (local.get $hashes)) (local.get $start) (local.get $end)
            (i32.ne (local.get $start) (local.get $from))))
          (if (i32.ge_s (local.get $id) (i32.const 0))
            (then
              (i32.store16 (local.get $next) (local.get $id))
              (local.set $next (i32.add (local.get $next) (i32.const 2)))
              (local.set $start (local.get $end))
              (br $piece)))
          (local.set $end (i32.sub (local.get $end) (i32.const 2)))
          (br_if $longest (i32.gt_u (local.get $end) (local.get $start))))
        (return (local.get $out))))
    (local.get $next))

  ;; The token that is the letters from `start` to `end`, inside a word or at its start; -1 if there is none.
  (func $find (param $hash i32) (param $start i32) (param $end i32) (param $inside i32) (result i32)
    (local $id i32) (local $length i32) (local $letters i32) (local $at i32)
    (local.set $length (i32.add
      (i32.shr_u (i32.sub (local.get $end) (local.get $start)) (i32.const 1))
      (i32.shl (local.get $inside) (i32.const 1))))
    (local.set $hash (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 15))))
    (loop $slot
      (local.set $hash (i32.and (local.get $hash) (global.get $mask)))
      (local.set $id (i32.load16_u (i32.add (global.get $table) (i32.shl (local.get $hash) (i32.const 1)))))
      (if (i32.eqz (local.get $id)) (then (return (i32.const -1))))
      (local.set $hash (i32.add (local.get $hash) (i32.const 1)))
      (local.set $at (i32.add (global.get $starts) (i32.shl (local.get $id) (i32.const 2))))
      (local.set $letters (i32.load (i32.sub (local.get $at) (i32.const 4))))
      (br_if $slot (i32.ne (i32.sub (i32.load (local.get $at)) (local.get $letters)) (local.get $length)))
      (local.set $letters (i32.add (global.get $letters) (i32.shl (local.get $letters) (i32.const 1))))
      (if (local.get $inside)
        (then
          (br_if $slot (i32.ne (i32.load (local.get $letters)) (i32.const 0x230023)))
          (local.set $letters (i32.add (local.get $letters) (i32.const 4)))))
      (local.set $at (local.get $start))
      (loop $letter
        (br_if $slot (i32.ne (i32.load16_u (local.get $letters)) (i32.load16_u (local.get $at))))
        (local.set $letters (i32.add (local.get $letters) (i32.const 2)))
        (local.set $at (i32.add (local.get $at) (i32.const 2)))
        (br_if $letter (i32.lt_u (local.get $at) (local.get $end)))))
    (i32.sub (local.get $id) (i32.const 1)))

  ;; Reads the tokens (u16) of a window: raises what is nearest to each word of a question (f32, at `near`) and writes the window's vector, of
  ;; length 1 (f32). `reading` holds what `window-reader.ts` puts there.
  (func (export "readWindow") (param $reading i32) (param $tokens i32) (param $end i32) (param $near i32) (param $vector i32)
    (local $token i32) (local $counts i32) (local $list i32) (local $at i32) (local $most i32) (local $p i32)
    (local $like i32) (local $last i32) (local $square f32)
    (local.set $counts (i32.load (local.get $reading)))
    (local.set $list (i32.load offset=8 (local.get $reading)))
    (local.set $most (i32.load offset=12 (local.get $reading)))
    (local.set $at (local.get $list))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $tokens) (local.get $end)))
        (local.set $token (i32.load16_u (local.get $tokens)))
        (local.set $tokens (i32.add (local.get $tokens) (i32.const 2)))
        (local.set $p (i32.add (local.get $counts) (i32.shl (local.get $token) (i32.const 1))))
        (if (i32.load16_u (local.get $p))
          (then
            (if (i32.lt_u (i32.load16_u (local.get $p)) (i32.const 65535))
              (then (i32.store16 (local.get $p) (i32.add (i32.load16_u (local.get $p)) (i32.const 1)))))
            (br $next)))
        (br_if $next (i32.ge_u (local.get $at) (local.get $most)))
        (i32.store16 (local.get $p) (i32.const 1))
        (i32.store (local.get $at) (local.get $token))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (local.set $like (i32.load (i32.add
          (i32.load offset=4 (local.get $reading)) (i32.shl (local.get $token) (i32.const 2)))))
        (if (i32.eqz (local.get $like))
          (then (local.set $like (call $compare (local.get $reading) (local.get $token)))))
        (br_if $next (i32.eq (local.get $like) (i32.const 1)))
        (local.set $last (i32.add (local.get $like) (i32.shl (i32.load (local.get $like)) (i32.const 3))))
        (loop $word
          (local.set $p (i32.add (local.get $near) (i32.shl (i32.load offset=4 (local.get $like)) (i32.const 2))))
          (if (f32.gt (f32.load offset=8 (local.get $like)) (f32.load (local.get $p)))
            (then (f32.store (local.get $p) (f32.load offset=8 (local.get $like)))))
          (local.set $like (i32.add (local.get $like) (i32.const 8)))
          (br_if $word (i32.lt_u (local.get $like) (local.get $last))))
        (br $next)))
    ;; Each token once, by the root of its count.
    (local.set $last (local.get $at))
    (local.set $at (local.get $list))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $at) (local.get $last)))
        (local.set $token (i32.load (local.get $at)))
        (local.set $p (i32.add (local.get $counts) (i32.shl (local.get $token) (i32.const 1))))
        (i32.store (local.get $at) (call $codes (local.get $reading) (local.get $token)))
        (f32.store offset=4 (local.get $at) (f32.demote_f64 (f64.mul
          (f64.promote_f32 (f32.demote_f64 (f64.mul
            (f64.div
              (f64.convert_i32_u (i32.load16_u (i32.add
                (i32.load offset=20 (local.get $reading)) (i32.shl (local.get $token) (i32.const 1)))))
              (f64.const 65535))
            (f64.load offset=56 (local.get $reading)))))
          (f64.sqrt (f64.convert_i32_u (i32.load16_u (local.get $p)))))))
        (i32.store16 (local.get $p) (i32.const 0))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $row)))
    (local.set $p (i32.load offset=24 (local.get $reading)))
    (call $gather (local.get $list) (i32.shr_u (i32.sub (local.get $at) (local.get $list)) (i32.const 3)) (local.get $p) (local.get $vector))
    (local.set $square (call $dot (local.get $vector) (local.get $vector) (local.get $p)))
    ;; Adding a vector to itself makes it a unit vector in place.
    (if (f32.gt (local.get $square) (f32.const 0))
      (then (call $mix (local.get $vector) (local.get $vector)
        (f32.demote_f64 (f64.sub
          (f64.div (f64.const 1) (f64.sqrt (f64.promote_f32 (local.get $square)))) (f64.const 1)))
        (local.get $p)))))

  ;; Where the codes of a token lie.
  (func $codes (param $reading i32) (param $token i32) (result i32)
    (i32.add
      (i32.load offset=16 (local.get $reading))
      (i32.mul (local.get $token) (i32.shr_u (i32.load offset=24 (local.get $reading)) (i32.const 1)))))

  ;; Compares a token with each word of the question, once: how many are like it, then which (i32) and how much (f32) in turn are
  ;; put at the end of what is in use. Gives back where; 1 if none is.
  (func $compare (param $reading i32) (param $token i32) (result i32)
    (local $row i32) (local $width i32) (local $count i32) (local $dots i32) (local $lengths i32) (local $q i32) (local $start i32) (local $at i32)
    (local $length f64) (local $value f64)
    (local.set $width (i32.load offset=24 (local.get $reading)))
    (local.set $row (i32.load offset=28 (local.get $reading)))
    (local.set $count (i32.load offset=32 (local.get $reading)))
    (local.set $dots (i32.load offset=40 (local.get $reading)))
    (local.set $lengths (i32.load offset=44 (local.get $reading)))
    (local.set $start (i32.load offset=48 (local.get $reading)))
    (call $unpack (call $codes (local.get $reading) (local.get $token)) (local.get $width) (local.get $row))
    (call $dots (local.get $row) (local.get $row) (i32.const 1) (local.get $width) (local.get $dots))
    (local.set $length (f64.sqrt (f64.convert_i32_s (i32.load (local.get $dots)))))
    (call $dots (local.get $row) (i32.load offset=36 (local.get $reading)) (local.get $count) (local.get $width) (local.get $dots))
    (local.set $at (local.get $start))
    (block $done
      (loop $word
        (br_if $done (i32.ge_u (local.get $q) (local.get $count)))
        (local.set $value (f64.div
          (f64.convert_i32_s (i32.load (i32.add (local.get $dots) (i32.shl (local.get $q) (i32.const 2)))))
          (f64.mul (local.get $length)
            (f64.promote_f32 (f32.load (i32.add (local.get $lengths) (i32.shl (local.get $q) (i32.const 2))))))))
        (if (f64.ge (local.get $value) (f64.load offset=64 (local.get $reading)))
          (then
            (i32.store offset=4 (local.get $at) (local.get $q))
            (f32.store offset=8 (local.get $at) (f32.demote_f64 (local.get $value)))
            (local.set $at (i32.add (local.get $at) (i32.const 8)))))
        (local.set $q (i32.add (local.get $q) (i32.const 1)))
        (br $word)))
    (local.set $count (i32.shr_u (i32.sub (local.get $at) (local.get $start)) (i32.const 3)))
    (if (local.get $count)
      (then
        (i32.store (local.get $start) (local.get $count))
        (i32.store offset=48 (local.get $reading) (i32.add (local.get $at) (i32.const 4))))
      (else (local.set $start (i32.const 1))))
    (i32.store
      (i32.add (i32.load offset=4 (local.get $reading)) (i32.shl (local.get $token) (i32.const 2)))
      (local.get $start))
    (local.get $start)))
